import { words } from "./words.ts";

/**
 * Names of glyphs and their characters: those of the Adobe Glyph List for Latin, Greek, Cyrillic, Hebrew letters,
 * punctuation and symbols, ZapfDingbats', and those of TeX's fonts. `+hex` says at which character the names after it
 * begin; `=` is another name of the same.
 */
const NAMES = words`
  +20 space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk
  plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal
  greater question at +5b bracketleft backslash bracketright asciicircum underscore grave +7b braceleft bar
  braceright asciitilde +a0 nbspace =nonbreakingspace exclamdown cent sterling currency yen brokenbar section
  dieresis circlecopyrt =copyright ordfeminine guillemotleft logicalnot sfthyphen =softhyphen registered macron
  =overscore degree plusminus twosuperior threesuperior acute mu paragraph middot =periodcentered cedilla
  onesuperior ordmasculine guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex
  Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth
  Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn
  germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave
  iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute
  ucircumflex udieresis yacute thorn ydieresis Amacron amacron Abreve abreve Aogonek aogonek Cacute cacute
  Ccircumflex ccircumflex Cdot =Cdotaccent cdot =cdotaccent Ccaron ccaron Dcaron dcaron Dcroat =Dslash dcroat
  =dmacron Emacron emacron Ebreve ebreve Edot =Edotaccent edot =edotaccent Eogonek eogonek Ecaron ecaron Gcircumflex
  gcircumflex Gbreve gbreve Gdot =Gdotaccent gdot =gdotaccent Gcedilla =Gcommaaccent gcedilla =gcommaaccent
  Hcircumflex hcircumflex Hbar hbar Itilde itilde Imacron imacron Ibreve ibreve Iogonek iogonek Idot =Idotaccent
  dotlessi IJ ij Jcircumflex jcircumflex Kcedilla =Kcommaaccent kcedilla =kcommaaccent kgreenlandic Lacute lacute
  Lcedilla =Lcommaaccent lcedilla =lcommaaccent Lcaron lcaron Ldot =Ldotaccent ldot =ldotaccent Lslash lslash Nacute
  nacute Ncedilla =Ncommaaccent ncedilla =ncommaaccent Ncaron ncaron napostrophe =quoterightn Eng eng Omacron
  omacron Obreve obreve Odblacute =Ohungarumlaut odblacute =ohungarumlaut OE oe Racute racute Rcedilla =Rcommaaccent
  rcedilla =rcommaaccent Rcaron rcaron Sacute sacute Scircumflex scircumflex Scedilla scedilla Scaron scaron
  Tcedilla =Tcommaaccent tcedilla =tcommaaccent Tcaron tcaron Tbar tbar Utilde utilde Umacron umacron Ubreve ubreve
  Uring uring Udblacute =Uhungarumlaut udblacute =uhungarumlaut Uogonek uogonek Wcircumflex wcircumflex Ycircumflex
  ycircumflex Ydieresis Zacute zacute Zdot =Zdotaccent zdot =zdotaccent Zcaron zcaron longs =slong bstroke Bhook
  Btopbar btopbar Tonesix tonesix Oopen Chook chook Dafrican Dhook Dtopbar dtopbar deltaturned Ereversed Schwa Eopen
  Fhook florin Ghook Gammaafrican hv Iotaafrican Istroke Khook khook lbar lambdastroke Mturned Nhookleft
  nlegrightlong Ocenteredtilde Ohorn ohorn Oi oi Phook phook yr Tonetwo tonetwo Esh eshreversedloop tpalatalhook
  Thook thook Tretroflexhook Uhorn uhorn Upsilonafrican Vhook Yhook yhook Zstroke zstroke Ezh Ezhreversed
  ezhreversed ezhtail twostroke Tonefive tonefive glottalinvertedstroke wynn clickdental clicklateral clickalveolar
  clickretroflex DZcaron Dzcaron dzcaron LJ Lj lj NJ Nj nj Acaron acaron Icaron icaron Ocaron ocaron Ucaron ucaron
  Udieresismacron udieresismacron Udieresisacute udieresisacute Udieresiscaron udieresiscaron Udieresisgrave
  udieresisgrave eturned Adieresismacron adieresismacron Adotmacron adotmacron AEmacron aemacron Gstroke gstroke
  Gcaron gcaron Kcaron kcaron Oogonek oogonek Oogonekmacron oogonekmacron Ezhcaron ezhcaron jcaron DZ Dz dz Gacute
  gacute +1fa Aringacute aringacute AEacute aeacute Oslashacute =Ostrokeacute oslashacute =ostrokeacute Adblgrave
  adblgrave Ainvertedbreve ainvertedbreve Edblgrave edblgrave Einvertedbreve einvertedbreve Idblgrave idblgrave
  Iinvertedbreve iinvertedbreve Odblgrave odblgrave Oinvertedbreve oinvertedbreve Rdblgrave rdblgrave Rinvertedbreve
  rinvertedbreve Udblgrave udblgrave Uinvertedbreve uinvertedbreve Scommaaccent scommaaccent +250 aturned ascript
  ascriptturned bhook oopen ccurl dtail dhook ereversed schwa schwahook eopen eopenreversed eopenreversedhook
  eopenreversedclosed jdotlessstroke ghook gscript +263 gammalatinsmall ramshorn hturned hhook henghook istroke
  iotalatin +26b lmiddletilde lbelt lhookretroflex lezh mturned mlonglegturned mhook nhookleft nhookretroflex +275
  obarred +277 omegalatinclosed philatin rturned rlonglegturned rhookturned rlongleg rhook rfishhook
  rfishhookreversed +281 Rsmallinverted shook esh dotlessjstrokehook eshsquatreversed eshcurl tturned tretroflexhook
  ubar upsilonlatin vhook vturned wturned yturned +290 zretroflexhook zcurl ezh ezhcurl glottalstop
  glottalstopreversed glottalstopinverted cstretched bilabialclick +29a eopenclosed Gsmallhook +29d jcrossedtail
  kturned +2a0 qhook glottalstopstroke glottalstopstrokereversed dzaltone dezh dzcurl ts tesh tccurl +2b0 hsuperior
  hhooksuperior jsuperior +2b4 rturnedsuperior rhookturnedsuperior Rsmallinvertedsuperior wsuperior ysuperior
  primemod dblprimemod commaturnedmod apostrophemod commareversedmod ringhalfright ringhalfleft glottalstopmod
  glottalstopreversedmod arrowheadleftmod arrowheadrightmod arrowheadupmod arrowheaddownmod circumflex caron
  verticallinemod firsttonechinese secondtonechinese fourthtonechinese verticallinelowmod macronlowmod gravelowmod
  acutelowmod colontriangularmod colontriangularhalfmod ringhalfrightcentered ringhalfleftcentered uptackmod
  downtackmod plusmod minusmod breve dotaccent ring ogonek ilde =tilde =tildewide =tildewider =tildewidest
  hungarumlaut rhotichookmod +2e0 gammasuperior +2e3 xsuperior glottalstopreversedsuperior tonebarextrahighmod
  tonebarhighmod tonebarmidmod tonebarlowmod tonebarextralowmod +300 gravecmb =gravecomb acutecmb =acutecomb
  circumflexcmb =hatwide =hatwider =hatwidest tildecmb =tildecomb macroncmb overlinecmb brevecmb dotaccentcmb
  dieresiscmb hookabovecomb =hookcmb ringcmb hungarumlautcmb caroncmb verticallineabovecmb dblverticallineabovecmb
  dblgravecmb candrabinducmb breveinvertedcmb commaturnedabovecmb commaabovecmb commareversedabovecmb
  commaaboverightcmb gravebelowcmb acutebelowcmb lefttackbelowcmb righttackbelowcmb leftangleabovecmb horncmb
  ringhalfleftbelowcmb uptackbelowcmb downtackbelowcmb plusbelowcmb minusbelowcmb hookpalatalizedbelowcmb
  hookretroflexbelowcmb dotbelowcmb =dotbelowcomb dieresisbelowcmb ringbelowcmb +327 cedillacmb ogonekcmb
  verticallinebelowcmb bridgebelowcmb dblarchinvertedbelowcmb caronbelowcmb circumflexbelowcmb brevebelowcmb
  breveinvertedbelowcmb tildebelowcmb macronbelowcmb lowlinecmb dbllowlinecmb tildeoverlaycmb strokeshortoverlaycmb
  strokelongoverlaycmb solidusshortoverlaycmb soliduslongoverlaycmb ringhalfrightbelowcmb bridgeinvertedbelowcmb
  squarebelowcmb seagullbelowcmb xabovecmb tildeverticalcmb dbloverlinecmb gravetonecmb acutetonecmb
  perispomenigreekcmb koroniscmb dialytikatonoscmb ypogegrammenigreekcmb +360 tildedoublecmb breveinverteddoublecmb
  +374 numeralsigngreek numeralsignlowergreek +37a ypogegrammeni +37e questiongreek +384 tonos dialytikatonos
  =dieresistonos Alphatonos anoteleia Epsilontonos Etatonos Iotatonos +38c Omicrontonos +38e Upsilontonos Omegatonos
  iotadieresistonos Alpha Beta Gamma Deltagreek Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho
  +3a3 Sigma Tau Upsilon Phi Chi Psi Omegagreek Iotadieresis Upsilondieresis alphatonos epsilontonos etatonos
  iotatonos upsilondieresistonos alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mugreek nu xi
  omicron pi rho sigma1 =sigmafinal sigma tau upsilon phi chi psi omega iotadieresis upsilondieresis omicrontonos
  upsilontonos omegatonos +3d0 betasymbolgreek theta1 =thetasymbolgreek Upsilon1 =Upsilonhooksymbol
  Upsilonacutehooksymbolgreek Upsilondieresishooksymbolgreek phi1 =phisymbolgreek omega1 =pisymbolgreek +3da
  Stigmagreek +3dc Digammagreek +3de Koppagreek +3e0 Sampigreek +3e2 Sheicoptic sheicoptic Feicoptic feicoptic
  Kheicoptic kheicoptic Horicoptic horicoptic Gangiacoptic gangiacoptic Shimacoptic shimacoptic Deicoptic deicoptic
  kappasymbolgreek rhosymbolgreek sigmalunatesymbolgreek yotgreek +401 afii10023 afii10051 afii10052 afii10053
  afii10054 afii10055 afii10056 afii10057 afii10058 afii10059 afii10060 afii10061 +40e afii10062 afii10145 afii10017
  afii10018 afii10019 afii10020 afii10021 afii10022 afii10024 afii10025 afii10026 afii10027 afii10028 afii10029
  afii10030 afii10031 afii10032 afii10033 afii10034 afii10035 afii10036 afii10037 afii10038 afii10039 afii10040
  afii10041 afii10042 afii10043 afii10044 afii10045 afii10046 afii10047 afii10048 afii10049 afii10065 afii10066
  afii10067 afii10068 afii10069 afii10070 afii10072 afii10073 afii10074 afii10075 afii10076 afii10077 afii10078
  afii10079 afii10080 afii10081 afii10082 afii10083 afii10084 afii10085 afii10086 afii10087 afii10088 afii10089
  afii10090 afii10091 afii10092 afii10093 afii10094 afii10095 afii10096 afii10097 +451 afii10071 afii10099 afii10100
  afii10101 afii10102 afii10103 afii10104 afii10105 afii10106 afii10107 afii10108 afii10109 +45e afii10110 afii10193
  +5d0 afii57664 afii57665 afii57666 afii57667 afii57668 afii57669 afii57670 afii57671 afii57672 afii57673 afii57674
  afii57675 afii57676 afii57677 afii57678 afii57679 afii57680 afii57681 afii57682 afii57683 afii57684 afii57685
  afii57686 afii57687 afii57688 afii57689 afii57690 +1e00 Aringbelow aringbelow Bdotaccent bdotaccent Bdotbelow
  bdotbelow Blinebelow blinebelow Ccedillaacute ccedillaacute Ddotaccent ddotaccent Ddotbelow ddotbelow Dlinebelow
  dlinebelow Dcedilla dcedilla Dcircumflexbelow dcircumflexbelow Emacrongrave emacrongrave Emacronacute emacronacute
  Ecircumflexbelow ecircumflexbelow Etildebelow etildebelow Ecedillabreve ecedillabreve Fdotaccent fdotaccent
  Gmacron gmacron Hdotaccent hdotaccent Hdotbelow hdotbelow Hdieresis hdieresis Hcedilla hcedilla Hbrevebelow
  hbrevebelow Itildebelow itildebelow Idieresisacute idieresisacute Kacute kacute Kdotbelow kdotbelow Klinebelow
  klinebelow Ldotbelow ldotbelow Ldotbelowmacron ldotbelowmacron Llinebelow llinebelow Lcircumflexbelow
  lcircumflexbelow Macute macute Mdotaccent mdotaccent Mdotbelow mdotbelow Ndotaccent ndotaccent Ndotbelow ndotbelow
  Nlinebelow nlinebelow Ncircumflexbelow ncircumflexbelow Otildeacute otildeacute Otildedieresis otildedieresis
  Omacrongrave omacrongrave Omacronacute omacronacute Pacute pacute Pdotaccent pdotaccent Rdotaccent rdotaccent
  Rdotbelow rdotbelow Rdotbelowmacron rdotbelowmacron Rlinebelow rlinebelow Sdotaccent sdotaccent Sdotbelow
  sdotbelow Sacutedotaccent sacutedotaccent Scarondotaccent scarondotaccent Sdotbelowdotaccent sdotbelowdotaccent
  Tdotaccent tdotaccent Tdotbelow tdotbelow Tlinebelow tlinebelow Tcircumflexbelow tcircumflexbelow Udieresisbelow
  udieresisbelow Utildebelow utildebelow Ucircumflexbelow ucircumflexbelow Utildeacute utildeacute Umacrondieresis
  umacrondieresis Vtilde vtilde Vdotbelow vdotbelow Wgrave wgrave Wacute wacute Wdieresis wdieresis Wdotaccent
  wdotaccent Wdotbelow wdotbelow Xdotaccent xdotaccent Xdieresis xdieresis Ydotaccent ydotaccent Zcircumflex
  zcircumflex Zdotbelow zdotbelow Zlinebelow zlinebelow hlinebelow tdieresis wring yring arighthalfring
  slongdotaccent +1ea0 Adotbelow adotbelow Ahookabove ahookabove Acircumflexacute acircumflexacute Acircumflexgrave
  acircumflexgrave Acircumflexhookabove acircumflexhookabove Acircumflextilde acircumflextilde Acircumflexdotbelow
  acircumflexdotbelow Abreveacute abreveacute Abrevegrave abrevegrave Abrevehookabove abrevehookabove Abrevetilde
  abrevetilde Abrevedotbelow abrevedotbelow Edotbelow edotbelow Ehookabove ehookabove Etilde etilde Ecircumflexacute
  ecircumflexacute Ecircumflexgrave ecircumflexgrave Ecircumflexhookabove ecircumflexhookabove Ecircumflextilde
  ecircumflextilde Ecircumflexdotbelow ecircumflexdotbelow Ihookabove ihookabove Idotbelow idotbelow Odotbelow
  odotbelow Ohookabove ohookabove Ocircumflexacute ocircumflexacute Ocircumflexgrave ocircumflexgrave
  Ocircumflexhookabove ocircumflexhookabove Ocircumflextilde ocircumflextilde Ocircumflexdotbelow
  ocircumflexdotbelow Ohornacute ohornacute Ohorngrave ohorngrave Ohornhookabove ohornhookabove Ohorntilde
  ohorntilde Ohorndotbelow ohorndotbelow Udotbelow udotbelow Uhookabove uhookabove Uhornacute uhornacute Uhorngrave
  uhorngrave Uhornhookabove uhornhookabove Uhorntilde uhorntilde Uhorndotbelow uhorndotbelow Ygrave ygrave Ydotbelow
  ydotbelow Yhookabove yhookabove Ytilde ytilde +2002 enspace +200b zerowidthspace zerowidthnonjoiner +2010
  hyphentwo +2012 figuredash endash emdash horizontalbar bardbl =dblverticalbar dbllowline =underscoredbl quoteleft
  quoteright quotesinglbase quoteleftreversed =quotereversed quotedblleft quotedblright quotedblbase +2020 dagger
  daggerdbl bullet +2024 onedotenleader twodotenleader =twodotleader ellipsis +2030 perthousand +2032 minute =prime
  second +2035 primereversed +2039 guilsinglleft guilsinglright referencemark exclamdbl +203e overline +2042
  asterism +2044 fraction +2070 zerosuperior +2074 foursuperior fivesuperior sixsuperior sevensuperior eightsuperior
  ninesuperior plussuperior +207c equalsuperior parenleftsuperior parenrightsuperior nsuperior zeroinferior
  oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior
  nineinferior +208d parenleftinferior parenrightinferior +20a1 colonmonetary =colonsign cruzeiro franc lira +20a7
  peseta +20a9 won newsheqelsign =sheqel =sheqelhebrew dong euro =Euro +2103 centigrade +2105 careof +2109
  fahrenheit +210f planckover2pi +2111 Ifraktur +2113 lsquare +2116 numero +2118 weierstrass +211c Rfraktur +211e
  prescription +2121 telephone trademark +2126 Ohm =Omega +212b angstrom +212e estimated +2135 aleph +2153 onethird
  twothirds +215b oneeighth threeeighths fiveeighths seveneighths +2160 Oneroman Tworoman Threeroman Fourroman
  Fiveroman Sixroman Sevenroman Eightroman Nineroman Tenroman Elevenroman Twelveroman +2170 oneroman tworoman
  threeroman fourroman fiveroman sixroman sevenroman eightroman nineroman tenroman elevenroman twelveroman +2190
  arrowleft arrowup a161 =arrowright arrowdown a163 =arrowboth a164 =arrowupdn arrownorthwest =arrowupleft
  arrownortheast =arrowupright arrowdownright =arrowsoutheast arrowdownleft =arrowsouthwest +21a8 arrowupdnbse
  =arrowupdownbase arrowhookright arrowhookleft +21b5 carriagereturn +21bc arrowlefttophalf =harpoonleftbarbup
  arrowleftbothalf +21c0 arrowrighttophalf =harpoonrightbarbup arrowrightbothalf +21c4 arrowrightoverleft
  arrowupleftofdown arrowleftoverright +21cd arrowleftdblstroke +21cf arrowrightdblstroke arrowdblleft =arrowleftdbl
  arrowdblup arrowdblright =dblarrowright arrowdbldown arrowdblboth =dblarrowleft +21de pageup pagedown
  arrowdashleft arrowdashup arrowdashright arrowdashdown arrowtableft arrowtabright arrowleftwhite arrowupwhite
  arrowrightwhite arrowdownwhite capslock +2200 forall =universal +2202 partialdiff existential =thereexists +2205
  emptyset Delta =increment gradient =nabla element notelement =notelementof +220b suchthat notcontains +220f
  product =productdisplay =producttext coproductdisplay =coproducttext summation =summationdisplay =summationtext
  minus minusplus +2215 divisionslash backslashbig =backslashBig =backslashbigg =backslashBigg asteriskmath +2219
  bulletoperator radical =radicalbig =radicalBig =radicalbigg =radicalBigg =radicalbt =radicaltp =radicalvertex
  +221d proportional infinity orthogonal =rightangle angle +2223 divides =vextendsingle +2225 parallel
  =vextenddouble notparallel logicaland =logicalanddisplay =logicalandtext logicalor =logicalordisplay
  =logicalortext intersection union integral =integraldisplay =integraltext dblintegral +222e contintegraldisplay
  =contintegraltext =contourintegral +2234 therefore because ratio proportion +223c similar =tildeoperator
  reversedtilde +2243 asymptoticallyequal +2245 approximatelyequal =congruent +2248 approxequal +224c allequal +2250
  approaches geometricallyequal approxequalorimage imageorapproximatelyequal +2260 notequal equivalence notidentical
  +2264 lessequal greaterequal lessoverequal greateroverequal +226a muchless muchgreater +226e notless notgreater
  notlessnorequal notgreaternorequal lessorequivalent greaterorequivalent +2276 lessorgreater greaterorless +2279
  notgreaternorless precedes succeeds +2280 notprecedes notsucceeds propersubset =subset propersuperset =superset
  notsubset notsuperset reflexsubset =subsetorequal reflexsuperset =supersetorequal +228a subsetnotequal
  supersetnotequal +228e unionmultidisplay =unionmultitext +2294 unionsqdisplay =unionsqtext circleplus
  =circleplusdisplay =circleplustext =pluscircle minuscircle circlemultiply =circlemultiplydisplay
  =circlemultiplytext =timescircle +2299 circledotdisplay =circledottext =circleot +22a3 tackleft tackdown
  perpendicular +22bf righttriangle +22c2 intersectiondisplay =intersectiontext uniondisplay =uniontext +22c5
  dotmath +22ce curlyor curlyand +22da lessequalorgreater greaterequalorless +22ee ellipsisvertical +2320 integraltp
  integralbt +2329 angleleft angleright +2460 a120 a121 a122 a123 a124 a125 a126 a127 a128 a129 +25a0 a73 +25b2 a76
  +25bc a77 +25c6 a78 +25ca lozenge +25cf a71 +25d7 a81 +2605 a35 +260e a4 +261b a11 +261e a12 +2660 a109 =spade
  +2663 a112 =club +2665 a110 =heart a111 =diamond +2701 a1 a2 a202 a3 +2706 a5 a119 a118 a117 +270c a13 a14 a15 a16
  a105 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a6 a7 a8 a9 a10 a29 a30 a31 a32 a33 a34 +2729 a36 a37 a38 a39
  a40 a41 a42 a43 a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67
  a68 a69 a70 +274d a72 +274f a74 a203 a75 a204 +2756 a79 +2758 a82 a83 a84 a97 a98 a99 a100 +2761 a101 a102 a103
  a104 a106 a107 a108 a89 a90 a93 a94 a91 a92 a205 a85 a206 a86 a87 a88 a95 a96 a130 a131 a132 a133 a134 a135 a136
  a137 a138 a139 a140 a141 a142 a143 a144 a145 a146 a147 a148 a149 a150 a151 a152 a153 a154 a155 a156 a157 a158 a159
  a160 +2798 a196 a165 a192 a166 a167 a168 a169 a170 a171 a172 a173 a162 a174 a175 a176 a177 a178 a179 a193 a180
  a199 a181 a200 a182 +27b1 a201 a183 a184 a197 a185 a194 a198 a186 a195 a187 a188 a189 a190 a191 +fb00 ff fi fl ffi
  ffl +237 dotlessj +3d6 pi1 +3f1 rho1 +3f5 epsilon1 +203f slurbelow slurabove +20d7 vector +2113 lscript +22c6 star
  +2423 visiblespace +25b7 triangleright +25c1 triangleleft +25e6 openbullet +266d flat natural sharp
  +27e8 angbracketleft angbracketright`;

let characters: Map<string, number> | undefined;

function table(): Map<string, number> {
  const found = new Map<string, number>();
  let next = 0;
  for (const word of NAMES) {
    if (word.startsWith("+")) next = Number.parseInt(word.slice(1), 16);
    else if (word.startsWith("=")) found.set(word.slice(1), next - 1);
    else found.set(word, next++);
  }
  return found;
}

/** The text of a glyph's name: by the list, or as `uni20AC`, `u1F600`, `f_i` and `a.sc` say it. */
export function textOfGlyph(name: string): string | undefined {
  characters ??= table();
  const whole = one(name, characters);
  if (whole !== undefined) return whole;
  const base = name.indexOf(".") > 0 ? name.slice(0, name.indexOf(".")) : name;
  const parts = base.split("_").map((part) => one(part, characters!));
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** The same in a Type 3 font, where `a12` numbers a glyph and is none of ZapfDingbats'. */
export function textOfType3Glyph(name: string): string | undefined {
  return /^a\d+$/.test(name) ? undefined : textOfGlyph(name);
}

function one(name: string, known: ReadonlyMap<string, number>): string | undefined {
  const listed = known.get(name);
  if (listed !== undefined) return String.fromCodePoint(listed);
  if (/^[A-Za-z]$/.test(name)) return name;
  const units = /^uni((?:[0-9A-Fa-f]{4})+)$/.exec(name)?.[1];
  if (units !== undefined) return units.replace(/.{4}/g, (hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const point = Number.parseInt(/^u([0-9A-Fa-f]{4,6})$/.exec(name)?.[1] ?? "", 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** `.alt` and the like, which say how a glyph looks. */
function withoutTail(name: string): string {
  return name.replace(/\.[A-Za-z]\w*$/, "");
}

const FIRST_SEEN = 0x21;
const LAST_SEEN = 0x7e;

/**
 * Whether these codes of one byte, in ascending order, are counted from the first that can be seen, or from an earlier
 * one. Writers count so in the order in which a document shows the glyphs; codes of an encoding have gaps, or are all
 * of its codes.
 */
export function isCounted(codes: readonly number[]): boolean {
  const [first = 256, last = 0] = [codes[0], codes.at(-1)];
  return first <= FIRST_SEEN && last < LAST_SEEN && last - first + 1 === codes.length;
}

/**
 * The text of codes by the names of their glyphs. Fonts such as TeX's bitmaps have names of letters and the code's own
 * number, decimal or hexadecimal: `a73`, `C0049`, `G49`, `uni49`, `49`, `cid:73`, `a73.alt`. Their codes are characters,
 * unless they are counted. In a Type 3 font another `a12` numbers a glyph too, and is none of ZapfDingbats'.
 */
export function textByName(
  names: readonly (string | undefined)[],
  isType3 = false,
): (code: number) => string | undefined {
  const isNumbered = (code: number): boolean => {
    const name = withoutTail(names[code] ?? "");
    const decimal = /^[A-Za-z]{0,8}[:._]?(\d{1,8})$/.exec(name)?.[1];
    const hexadecimal = /^(?:[A-Za-z]|[Uu]ni)?(?:00)?([0-9A-Fa-f]{2})$/.exec(name)?.[1];
    return Number(decimal) === code || Number.parseInt(hexadecimal ?? "", 16) === code;
  };
  let codes: number[] | undefined;
  return (code) => {
    const name = names[code];
    if (name === undefined) return undefined;
    const isDingbat = /^a\d+$/.test(withoutTail(name));
    const text = isType3 && isDingbat ? undefined : textOfGlyph(name);
    const isOfList = text !== undefined && !isDingbat;
    if (isOfList || !isNumbered(code)) return text;
    codes ??= Array.from({ length: 256 }, (_, each) => each).filter(isNumbered);
    return isCounted(codes) || (code & 0x7f) < 0x20 || code === 0x7f ? undefined : String.fromCharCode(code);
  };
}
