/** What a page finds out about where it is, and prints. */
export interface Probed {
  /**
   * The ways in which it reached a file of its own. Without these it would prove nothing that it reached nothing else.
   */
  control: string[];
  /** What it reached and must not. */
  reached: string[];
  /** Interfaces that speak past the guard. */
  interfaces: string[];
  sharedWorkers: boolean;
}

/** The file that comes with the page, and that the page must reach. */
export const OWN_FILE = "own.png";

/** An address that can be reached answers within this time. A refused one gives an error, or nothing. */
const PROBE_MS = 2_500;
/** The page's own file must arrive, however slow the browser is. */
const OWN_MS = 20_000;
// Words without a hyphen: where a line breaks inside of one depends on the fonts of the machine.
const BEGIN = "PROBEBEGIN";
const END = "PROBEEND";

/** Addresses of private networks, of this machine as a browser would know it, and of clouds' metadata. */
export const PRIVATE_ADDRESSES: readonly string[] = [
  "http://127.0.0.1/",
  "http://127.0.0.1:9222/json/version",
  "http://localhost/",
  "http://[::1]/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.0.1/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://100.100.100.200/latest/meta-data/",
];

/** A page that tries each address in each way whose result it can see, and writes down the results. */
export function probePage(addresses: readonly string[]): string {
  return `<p id="said"></p><script>(async () => {
  let patience = ${OWN_MS};
  const tried = (set) => new Promise((resolve) => {
    set(() => resolve(true), () => resolve(false));
    setTimeout(resolve, patience, false);
  });
  const element = (name, attribute) => (url) => tried((yes, no) => {
    const made = Object.assign(document.createElement(name), { onload: yes, onloadeddata: yes, onerror: no });
    if (name === "link") made.rel = "stylesheet";
    made[attribute] = url;
    document.head.append(made);
  });
  const socket = (url) => tried((yes, no) => {
    Object.assign(new WebSocket(url.replace(/^http/, "ws")), { onopen: yes, onerror: no, onclose: no });
  });
  const worker = (url) => tried((yes, no) => {
    const asked = "fetch(" + JSON.stringify(url) + ", { mode: 'no-cors' })";
    const code = asked + ".then(() => postMessage(1), () => postMessage(0))";
    new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => (data ? yes() : no());
  });
  const ways = {
    fetch: (url) => tried((yes, no) => fetch(url, { mode: "no-cors" }).then(yes, no)),
    image: element("img", "src"), script: element("script", "src"),
    style: element("link", "href"), video: element("video", "src"), socket, worker,
    events: (url) => tried((yes, no) => Object.assign(new EventSource(url), { onopen: yes, onerror: no })),
  };
  const control = [], reached = [];
  const own = new URL(${JSON.stringify(OWN_FILE)}, location).href;
  await Promise.all(["fetch", "image", "worker"].map(async (way) => { if (await ways[way](own)) control.push(way); }));
  patience = ${PROBE_MS};
  await Promise.all(${JSON.stringify(addresses)}.flatMap((url) => Object.entries(ways).map(async ([way, go]) => {
    try { if (await go(url)) reached.push(way + ":" + url); } catch {}
  })));
  // In their place a page may have what only looks like them.
  const isOwn = (name) => /\\[native code\\]/.test(Function.prototype.toString.call(globalThis[name]));
  const interfaces = ["RTCPeerConnection", "WebTransport", "WebSocketStream"].filter((name) => name in globalThis && isOwn(name));
  const sharedWorkers = "SharedWorker" in globalThis;
  const text = JSON.stringify({ control, reached, interfaces, sharedWorkers });
  // In base64, which can be read from a PDF however its lines are broken.
  said.textContent = "${BEGIN} " + btoa(text).replace(/.{60}/g, "$& ") + " ${END}";
  globalThis.probed = true;
})()</script>`;
}

/** What a probe printed; undefined when its script did not run. */
export function readProbe(text: string): Probed | undefined {
  const [, said] = new RegExp(`${BEGIN}\\s(.*)\\s${END}`, "s").exec(text) ?? [];
  return said === undefined ? undefined : JSON.parse(Buffer.from(said.replace(/\s/g, ""), "base64").toString());
}
