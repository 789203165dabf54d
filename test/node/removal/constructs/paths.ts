import { stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage, type Parts } from "../construct.ts";
import type { Secret } from "../secret.ts";

type Points = Secret["points"];

/** Paths with points outside; those that cross the area go through its middle. */
const crossing: [string, (p: Points) => string][] = [
  ["lines, stroked", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 200 150 l 390 390 l S`],
  ["lines, closed and stroked", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 200 250 l s`],
  ["a polygon, filled", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l f`],
  ["a polygon, filled by F", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l F`],
  ["a polygon, filled even-odd", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l f*`],
  ["a polygon, filled and stroked", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l B`],
  ["a polygon, filled even-odd and stroked", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l b*`],
  ["a polygon, closed, filled and stroked", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 250 260 l 380 30 l b`],
  ["a curve by c", ([a, b, c, d, e, f]) => `${a} ${b} m ${c} ${d} ${e} ${f} 390 390 c S`],
  ["a curve by v", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} 380 370 v S`],
  ["a curve by y", ([a, b, c, d]) => `390 390 m ${c} ${d} ${a} ${b} y S`],
  ["a curve, filled", ([a, b, c, d, e, f]) => `${a} ${b} m ${c} 390 ${e} ${d} 390 390 c ${f} ${f} l f`],
  ["a rectangle around the area", ([a, b]) => `${a} ${b} 340 350 re S`],
  ["a rectangle from a corner", ([a, b, c]) => `${a} ${b} 150 ${c} re ${a} ${b} 130 160 re f`],
  ["a rectangle with negative sides", ([a, b, c, d]) => `${a} ${b} m 220 220 -190 -${c} re 200 200 -170.5 -${d} re f`],
  ["a dashed line", ([a, b]) => `[12 7] 3 d ${a} ${b} m 390 380 l S`],
  ["a dash that begins outside", ([a, b]) => `[30 10] 15 d ${a} ${b} m 390 200 l S`],
  ["a thick line", ([a, b]) => `30 w ${a} ${b} m 390 380 l S`],
  ["round ends and corners", ([a, b, c, d]) => `1 j 1 J 12 w ${a} ${b} m ${c} ${d} l 200 200 l S`],
  ["a clip", ([a, b, c, d]) => `q ${a} ${b} m ${c} ${d} l 390 390 l 390 10 l W n 0 0 400 400 re f Q`],
  ["a clip even-odd", ([a, b, c, d]) => `q ${a} ${b} m ${c} ${d} l 390 390 l 390 10 l W* n 0 0 400 400 re f Q`],
  ["a painted clip", ([a, b, c, d]) => `q ${a} ${b} m ${c} ${d} l 390 390 l 390 10 l W S 0 0 400 400 re f Q`],
  ["a clip within a clip", ([a, b]) => `q 90 90 220 220 re W n ${a} ${b} 300 300 re W n 0 0 400 400 re f Q`],
  ["under a matrix", ([a, b, c, d]) => `q 0.8 0.1 -0.1 0.9 1 2 cm ${a} ${b} m ${c} ${d} l 230 200 l S Q`],
  ["points far away", ([a, b]) => `${a}e0 ${b} m 9876.5 -8765.4 l 200 200 l 12345 23456 l S`],
  ["several parts", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l 150 150 m 250 250 l 350 ${a} m 360 ${b} l S`],
  ["a part outside of a path inside", ([a, b, c, d]) => `120 120 40 40 re ${a} ${b} ${c} ${d} re f*`],
  ["a thick line whose corner is far away", ([a, b]) => `20 w ${a} ${b} m 390 ${b} l 390 200 l S`],
  ["a miter that reaches in", ([a, b]) => `5 w 20 M ${a} ${b} m 60 200 l 62 10.5 l S`],
  [
    "beside a miter that reaches in from below, enlarged",
    ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l S q 5 0 0 5 0 0 cm 40 M 39.6 0 m 40 12 l 40.4 0 l S Q`,
  ],
];

const outside: [string, (p: Points) => string][] = [
  ["a line", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l S`],
  ["a rectangle", ([a, b, c, d]) => `${a} ${b} ${c} ${d} re f`],
  ["a thick line with corners", ([a, b, c, d]) => `20 w ${a} ${b} m ${c} ${b} l ${c} ${d} l S`],
  ["a curve", ([a, b, c, d, e, f]) => `${a} ${b} m ${c} ${d} ${e} ${f} 20 30 c S`],
  ["a point", ([a, b]) => `1 J 5 w ${a} ${b} m ${a} ${b} l S`],
  ["a path that nothing paints", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l n`],
  ["a path that never ends", ([a, b, c, d]) => `${a} ${b} m ${c} ${d} l`],
  ["only a beginning", ([a, b]) => `${a} ${b} m S`],
  ["a clip that leaves nothing", ([a, b]) => `q ${a} ${b} 9 9 re W n 0 0 400 400 re f Q`],
  ["transparent", ([a, b, c, d]) => `/G gs ${a} ${b} ${c} ${d} re f`],
  ["outside of the page", ([a, b]) => `-${a} -${b} m -200 -100 l S`],
  ["numbers with many digits", ([a, b]) => `+${a}000 0${b} m -.5 -.5 l S`],
];

const painted: [string, (s: Secret) => string, ((s: Secret) => Parts)?][] = [
  ["in a colour of its own", ({ rgb }) => `q ${rgb.map((v) => v / 255).join(" ")} rg 10 10 50 50 re f Q`],
  ["stroked in a colour of its own", ({ rgb }) => `q ${rgb.map((v) => v / 255).join(" ")} RG 10 10 50 50 re S Q`],
  [
    "an axial shading clipped to the outside",
    () => "q 10 10 50 50 re W n /S sh Q",
    ({ rgb }) => ({ resources: `/Shading<</S 10 0 R>>`, objects: { 10: axial(rgb) } }),
  ],
  [
    "a shading as a pattern, outside",
    () => "/Pattern cs /P scn 10 10 50 50 re f",
    ({ rgb }) => ({
      resources: "/Pattern<</P<</PatternType 2/Shading 10 0 R>>>>",
      objects: { 10: axial(rgb) },
    }),
  ],
  ...[4, 5, 6, 7].map((type): [string, (s: Secret) => string, (s: Secret) => Parts] => [
    `a mesh of type ${type} with patches outside`,
    () => "/S sh",
    ({ rgb }) => ({ resources: "/Shading<</S 10 0 R>>", objects: { 10: mesh(type, rgb) } }),
  ]),
];

/** What stays of a line tells its direction, as what one sees of it does. */
const visible = { varies: "the inside shows where the path goes" };

/** Of these the inside shows nothing that depends on the points outside. */
const around = ["a rectangle around the area", "a clip within a clip", "a part outside of a path inside"];

export const pathConstructs: Construct[] = [
  ...crossing.map(([name, content]) =>
    construct(`path across the edge: ${name}`, ({ points }) => onePage(`q ${content(points)} Q`), {
      holds: ["number"],
      ...(around.includes(name) ? {} : visible),
    }),
  ),
  ...outside.map(([name, content]) =>
    construct(
      `path outside: ${name}`,
      ({ points }) => onePage(`q ${content(points)} Q`, { resources: "/ExtGState<</G<</ca 0>>>>" }),
      { holds: ["number"] },
    ),
  ),
  construct(
    "path outside: between two transformations",
    ({ points: [a, b] }) =>
      onePage(
        `q 2 0 0 2 ${a} ${b} cm 0 0 9 9 re f 0.5 w 0.5 0 0 0.5 ${(150 - a) / 2} ${(150 - b) / 2} cm 0 0 9 9 re f Q`,
      ),
    { holds: ["number"] },
  ),
  ...painted.map(([name, content, parts]) =>
    construct(`paint: ${name}`, (secret) => onePage(content(secret), parts?.(secret)), { holds: ["colour"] }),
  ),
  construct("paint: a separation's telling name", ({ word }) =>
    onePage("q /C cs 0.5 scn 10 10 50 50 re f Q", {
      resources:
        `/ColorSpace<</C[/Separation/${word}/DeviceRGB<</FunctionType 2/N 1/Domain[0 1]/C0[1 1 1]` + `/C1[1 0 0]>>]>>`,
    }),
  ),
  construct("paint: colourants of DeviceN", ({ word }) =>
    onePage("q /C cs 0.5 0.5 scn 10 10 50 50 re f Q", {
      resources:
        `/ColorSpace<</C[/DeviceN[/${word}/Black]/DeviceRGB 10 0 R<</Colorants<</${word}[` +
        `/Separation/${word}/DeviceRGB 11 0 R]>>>>]>>`,
      objects: {
        10: stream("{pop dup dup}", "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]"),
        11: "<</FunctionType 2/N 1/Domain[0 1]/C0[1 1 1]/C1[1 0 0]>>",
      },
    }),
  ),
  construct("paint: an ICC profile that only the outside uses", ({ word }) =>
    onePage("q /C cs 0.5 0.2 0.1 scn 10 10 50 50 re f Q", {
      resources: "/ColorSpace<</C[/ICCBased 10 0 R]>>",
      objects: { 10: stream(`not a profile: ${word}`, "/N 3/Alternate/DeviceRGB/Metadata 11 0 R"), 11: stream(word) },
    }),
  ),
  construct("paint: a palette that only the outside uses", ({ word }) =>
    onePage("q /C cs 1 scn 10 10 50 50 re f Q", {
      resources: `/ColorSpace<</C[/Indexed/DeviceRGB 1(${word.slice(0, 6)})]>>`,
    }),
  ),
  construct("paint: a function's samples", ({ word }) =>
    onePage("q 10 10 50 50 re W n /S sh Q", {
      resources: "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 60 0]/Function 10 0 R>>>>",
      objects: { 10: stream(word, "/FunctionType 0/Domain[0 1]/Range[0 1]/Size[8]/BitsPerSample 8") },
    }),
  ),
  construct("paint: names of intents, states and spaces that are not there", ({ word }) =>
    onePage(`/${word} ri /${word} gs /${word} cs /${word} scn /${word} sh /${word} Do 10 10 20 20 re f`),
  ),
];

function axial(rgb: readonly number[]): string {
  const colour = rgb.map((value) => value / 255).join(" ");
  return (
    `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[10 0 60 0]/Extend[true true]/Function<</FunctionType` +
    ` 2/N 1/Domain[0 1]/C0[${colour}]/C1[${colour}]>>>>`
  );
}

/** Two patches: a white one inside and one in the secret's colour outside; eight bits a coordinate, 0 to 400. */
function mesh(type: number, rgb: readonly number[]): string {
  const at = (x: number, y: number) => [Math.round((x * 255) / 400), Math.round((y * 255) / 400)];
  const light = [200, 220, 240];
  const square = (x: number, y: number, colour: readonly number[]): number[] => {
    const corners = [at(x, y), at(x, y + 50), at(x + 50, y + 50), at(x + 50, y)];
    const [a, b, c, d] = corners as [number[], number[], number[], number[]];
    if (type === 4)
      return [
        [a, b, c],
        [a, c, d],
      ]
        .flat()
        .flatMap((corner) => [0, ...corner, ...colour]);
    const between = (from: number[], to: number[]) => [...from, ...from, ...to];
    const edge = [...between(a, b), ...between(b, c), ...between(c, d), ...between(d, a)];
    const inner = type === 7 ? [...a, ...b, ...c, ...d] : [];
    return [0, ...edge, ...inner, ...colour, ...colour, ...colour, ...colour];
  };
  // A lattice is one piece: its second row leads out, and its third is outside.
  const row = (x: number, y: number, colour: readonly number[]) => [
    ...at(x, y),
    ...colour,
    ...at(x + 50, y),
    ...colour,
  ];
  const lattice = [...row(180, 180, light), ...row(180, 10, light), ...row(10, 60, rgb)];
  const patches = type === 5 ? lattice : [...square(180, 180, light), ...square(10, 10, rgb)];
  const flags = type === 5 ? "/VerticesPerRow 2" : "/BitsPerFlag 8";
  return stream(
    String.fromCharCode(...patches),
    `/ShadingType ${type}/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8${flags}/Decode[0 400 0` +
      ` 400 0 1 0 1 0 1]`,
  );
}
