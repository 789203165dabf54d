/** How what patterns find is written, between « and »; and below a line of dashes what they must not find. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  date: `
on «2026-11-28» we · «2026/11/28» · «2026.11.28» · «28.11.2026» · «28. 11. 2026» · «28/11/2026» · «28-11-2026» · «11/28/2026»
«11-28-2026» · «1/2/26» · «01/02/26» · «11-28-26» · «3/4/2026» · «28.11.26» · «11/28/26» · «28 / 11 / 2026» · «28 - 11 - 2026»
«28-Nov-2026» · «28-NOV-2026» · «28-Nov-26» · «28 Nov 2026» · «28 Nov. 2026» · «28NOV2026» · «28 November 2026» · «28 November, 2026»
«28th November 2026» · «28th of November 2026» · the «28th of November, 2026» · «28th day of November, 2026» · this «28th day of November 2026»
«1st day of May, 2026» · «2nd day of June, 2026» · «twenty-eighth day of November, 2026» · «first day of March, 2026» · «Nov 28, 2026»
«Nov. 28, 2026» · «November 28, 2026» · «November 28 2026» · «November 28th, 2026» · «November 28th 2026» · «NOVEMBER 28, 2026» · «Nov 28 2026»
«Nov-28-2026» · «Nov. 28, '26» · «Sept. 5, 2026» · «Sep 5, 2026» · «December 5, 1999» · «May 1, 2026» · «2026 Nov 28» · «2026-Nov-28»
«28. November 2026» · «28. Nov. 2026» · «1. März 2026» · «3. Dezember 2026» · «3. Jänner 2026» · «28 novembre 2026» · «1er janvier 2026» · «14 juillet 2026»
«28 de noviembre de 2026» · «28 de noviembre del 2026» · «3 de enero de 2026» · «28 de novembro de 2026» · «5 de março de 2026» · «28 novembre 2026»
«3 maggio 2026» · «28 november 2026» · «3 mei 2026» · «28 listopada 2026» · «3 maja 2026» · «3 lutego 2026» · «28 november 2026» · «3 maj 2026»
«3. maj 2026» · «3. desember 2026» · «28. marraskuuta 2026» · «3. toukokuuta 2026» · «28. listopadu 2026» · «3. června 2026» · «2026. november 28.»
«2026. máj. 3.» · «28 noiembrie 2026» · «3 mai 2026» · «2026年11月28日» · «2026년 11월 28일» · «28.XI.2026» · «28 XI 2026» · «15 août 2026» · «9 août 1974» · Version 5.1.3, «May 24, 2015»
----
version 1.2.34 · Section 3.1.12 · 10.1.20.3 · pages 12-14 · 1/2 · 24/7 support · 12:30:45 · 2026 budget · 99/99/2026 · 45.45.2026
in May we · may 10 people · 28 people in 2026 · on march 2026 roads · 3-4-5 triangle theorem · $11.28 · phone 555-11-2026-77 · § 3.1.12`,
  phone: `
«212-555-0142» · «(212) 555-0142» · «(212)555-0142» · «212.555.0142» · «212 555 0142» · «1-212-555-0142» · «1 212 555 0142» · «+1 212 555 0142»
«+1 (212) 555-0142» · «+1-212-555-0142» · «+1.212.555.0142» · «+12125550142» · «1 (800) 555-0142» · «800-555-0142» · «212-555-0142 x123»
«212-555-0142 ext. 12» · «(212) 555-0142, ext 12» · «212 - 555 - 0142» · Tel: «2125550142» · phone «2125550142» · call «555-0142» · Tel. «030 901820»
«+49 30 901820» · «+49 (0)30 901820» · «+49 30 90 18 20» · «+49-30-901820» · «0049 30 901820» · «030 901820» · «030/901820» · «(030) 901820»
«(030) 90 18 20» · «0171 1234567» · «0171/1234567» · «+44 20 7946 0958» · «020 7946 0958» · «(020) 7946 0958» · «+44 (0)20 7946 0958» · «07700 900123»
«+33 1 42 68 53 00» · «01 42 68 53 00» · «01.42.68.53.00» · «+39 06 698 12345» · «06 698 12345» · «+34 912 345 678» · «+41 44 668 18 00» · «044 668 18 00»
«+43 1 58858 0» · «+48 22 123 45 67» · «+31 20 794 0800» · «020-7940800» · «+46 8 123 456 78» · «08-123 456 78» · «+81 3-1234-5678» · «03-1234-5678» · «+86 10 1234 5678»
----
2026-11-28 · 01.02.2024 · 1/2/2026 · invoice 2125550142 · 0.1234567 · $0123.45 · 123-45-6789 · 4111 1111 1111 1111 · 10.1.20.3 · 12-34 · 0,12345678
1:23-cv-04567 · pages 100-200 · ISBN 978-3-16-148410-0 · 112-055-0142 · 1,234,567,890 · order 00012345678`,
  email: `
«jane.doe@example.com» · «o'brien@example.com» · «jane+tax@example.co.uk» · <«jane@example.com»> · (jane: «j_d@firm-law.com»), · mailto:«jane@example.com»
'«jane@example.com»' · «JANE@EXAMPLE.COM» · «jane@mail.example.museum» · «jörg@müller.de» · «d'arcy.o'neil@x-y.org» · «a@b.io». · «1234@qq.com» · «jane&joe@example.com»
----
jane@ · @example · a @ b · user@localhost · jane.doe example.com · 3@5`,
  ssn: `
SSN «123-45-6789» · «123 45 6789» · «123.45.6789» · SSN: «123456789» · Social Security No. «123456789» · social security number «123456789» · «xxx-xx-6789»
«XXX-XX-6789» · «***-**-6789» · SSN #«123456789» · «123 - 45 - 6789» · Social Security Number: «078-05-1120»
----
000-12-3456 · 666-12-3456 · 912-34-5678 · 123-00-4567 · 123-45-0000 · 123456789 · 1123-45-6789 · 123-45-67890 · 123-456-789 · 12-345-6789 · 123-45 6789`,
  usBank: `
«021000021» · routing «026009593» · ABA: «121000248» · «0210-0002-1» · Account No. «123456789012» · acct # «1234-5678-90» · account number: «000123456789»
Account «12345678» · a/c no. «12345678» · Acct. No. «xxxxxx1234»
----
021000022 · 123456789 · 991000028 · 1021000021 · 0210000210 · account of 12 · no account 7 · accounting 12345678`,
  docket: `
«1:23-cv-04567» · «1:23-cv-04567-ABC» · «23-cv-4567» · «2:19-cr-00123-JLS-MDD» · «3:2021-cv-00001» · Case No. «22-1234» · No. «22-1234» · Nos. «21-476» and
Docket No. «A-1234-22» · Cause No. «2023-CI-04567» · Index No. «650123/2023» · Civil Action No. «4:21-CV-123» · Case «BC123456» · Docket «CV-21-0045» · File No. «12-345»
«III ZR 123/20» · «12 O 345/21» · «2 StR 12/19» · «C-123/45» · «T-604/18» · «CL-2020-000123» · «1:21-mc-00101» · «22-bk-10964» · Claim No. «QB-2021-001234» · «5:20-MJ-71»
----
in this case 3 of · case by case · No. 12 · 23-24 · 2019-2020 · page 3-12 · a docket sheet · file name · 1:23 pm · in the case we`,
  ip: `
«192.168.0.1» · «10.1.20.3» · «8.8.8.8:53» · «10.0.0.0/8» · «2001:db8::1» · «fe80::1» · «::1» · «2001:0db8:85a3:0000:0000:8a2e:0370:7334» · (from «172.16.254.1»)
----
1.2.3 · 1.2.3.4.5 · 300.1.1.1 · 12:30:45 · 256.256.256.256 · version 1.2.3.4 · 1:2:3 · 28.11.2026 · a::b::c · note: this · Section 3.1.2.4`,
  url: `
«https://example.com/a?b=c#d» · «http://example.com» · «https://example.com/a», · (see «https://example.com/a») · «www.example.com» · «example.com» · «example.com/path/x»
«ftp://files.example.org/a.zip» · «sub.example.co.uk/a» · visit «example.law». · «HTTPS://EXAMPLE.COM» · «https://en.wikipedia.org/wiki/A_(b)» · [«http://example.com»]
----
e.g. this · end.Next · jane@example.com · 3.14 · Inc. of · a.b.c · file.txt · www · http:// · U.S.A.`,
  "passport-mrz": `
«P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<» · «L898902C36UTO7408122F1204159ZE184226B<<<<<10» · «I<UTOD231458907<<<<<<<<<<<<<<<» · «7408122F1204159UTO<<<<<<<<<<<6»
«ERIKSSON<<ANNA<MARIA<<<<<<<<<<» · «I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<» · «D231458907UTO7408122F1204159<<<<<<<6» · «P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<»
----
ABCDEFGHIJKLMNOPQRSTUVWXYZABCD · 123456789012345678901234567890 · A<B · x << y · L898902C36UTO7408129F1204158ZE184226B<<<<<10`,
};
