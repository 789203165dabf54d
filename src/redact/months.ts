import { words } from "../pdf-content/fonts/names/words.ts";

/**
 * The names of months in twenty-five languages, long and short, as CLDR has them: also as they are after a day. Greek is
 * without accents, as texts are that are searched.
 */
const MONTHS = new Set(
  words`
  january jan february feb march mar april apr may june jun july jul august aug september sep sept october oct
  november nov december dec januar jänner februar märz mai juni juli oktober okt dezember dez
  janvier janv février févr fevrier mars avril avr juin juillet juil août aout septembre octobre novembre décembre déc
  enero ene febrero marzo abril abr mayo junio julio agosto ago septiembre setiembre octubre noviembre diciembre dic
  gennaio gen febbraio aprile maggio mag giugno giu luglio lug settembre set ottobre ott dicembre
  janeiro fevereiro fev março março maio junho julho setembro outubro out novembro dezembro
  januari februari maart mrt mei augustus stycznia styczeń sty luty lutego lut marzec marca kwiecień kwietnia kwi
  maj maja czerwiec czerwca cze lipiec lipca lip sierpień sierpnia sie wrzesień września wrz październik
  października paź listopad listopada lis grudzień grudnia gru augusti marts desember des
  tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta
  marraskuuta joulukuuta ledna února března dubna května června července srpna září října listopadu prosince
  január február febr március márc április ápr május máj június jún július júl augusztus szeptember szept október
  ianuarie ian februarie martie aprilie iunie iun iulie iul septembrie octombrie noiembrie noi decembrie
  января янв февраля фев марта мар апреля апр мая июня июн июля июл августа авг сентября сен сент октября окт ноября
  ноя декабря дек
  ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık ιανουαριου φεβρουαριου μαρτιου απριλιου
  μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου
  січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
  януари февруари март април май юни юли август септември октомври ноември декември
  januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
  januarja februarja aprila junija julija avgusta oktobra siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza
  rujna studenoga studenog prosinca gener febrer març maig juny juliol agost setembre novembre desembre
  jaanuar veebruar märts aprill juuni juuli oktoober detsember janúar febrúar apríl maí júní júlí ágúst nóvember
`,
);

export const MONTH_WORD = "(\\p{L}{3,12})";

export function isMonth(word: string): boolean {
  return MONTHS.has(word.toLowerCase());
}

/** The days of the week in the same languages. */
const WEEKDAYS = new Set(
  words`
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun
  montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi
  dimanche lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato
  domenica segunda-feira terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag
  zaterdag zondag poniedziałek wtorek środa czwartek piątek sobota niedziela måndag tisdag onsdag torsdag fredag
  lördag söndag mandag tirsdag lørdag søndag maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
  pondělí úterý středa čtvrtek pátek neděle hétfő kedd szerda csütörtök péntek szombat vasárnap
  luni marți miercuri joi vineri sâmbătă duminică понедельник вторник среда четверг пятница суббота воскресенье
`,
);

/** How long the day of the week is that a text ends with, and what divides it from what follows. */
export function weekdayBefore(text: string): number {
  const [all, word] =
    /(?<![\p{L}\p{N}-])(\p{L}{3,13}(?:-feira)?)[.,]{0,2} (?:the |den |der |le |el |il |o |d\. )?$/iu.exec(text) ?? [];
  return all && WEEKDAYS.has(word!.toLowerCase()) ? all.length : 0;
}
