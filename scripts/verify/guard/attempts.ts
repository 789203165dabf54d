/**
 * The ways in which a page tries to reach an address that it must not reach. This is the only list, for the guard's
 * tests and for a live deployment.
 */

export interface Canary {
  /** An address of the canary that would be answered. */
  url: string;
  /** Its host and port. */
  host: string;
  /** Where it listens for UDP. */
  quic: string;
}

export interface Attempt {
  name: string;
  page: (canary: Canary) => string;
  /** The page may go elsewhere, so no other attempt can be made in it. */
  leaves?: true;
}

const everywhere = ({ url, host }: Canary) => `
  <h1>Page</h1>
  <img src="${url}"><img srcset="${url} 2x"><iframe src="${url}"></iframe>
  <object data="${url}"></object><embed src="${url}"><video src="${url}" poster="${url}"></video>
  <audio src="${url}"></audio><link rel="stylesheet" href="${url}"><link rel="preload" as="image" href="${url}">
  <link rel="prefetch" href="${url}"><link rel="preconnect" href="http://${host}">
  <link rel="dns-prefetch" href="http://${host}"><script src="${url}"></script>
  <style>@import url(${url}); @font-face { font-family: f; src: url(${url}) }
    body { font-family: f; background: url(${url}) }</style>
  <iframe srcdoc="<img src=${url}>"></iframe><iframe src="data:text/html,<img src=${url}>"></iframe>
  <svg><image href="${url}"/><use href="${url}#x"/></svg><form action="${url}" id="form"></form>`;

/** A script of a worker's own. */
const within = (kind: "Worker" | "SharedWorker", code: string) =>
  `<script>new ${kind}(URL.createObjectURL(new Blob(['${code}'])))</script>`;
const asking = ({ url, host }: Canary) => `fetch("${url}").catch(() => {}); new WebSocket("ws://${host}/secret")`;

export const ATTEMPTS: readonly Attempt[] = [
  { name: "by markup", page: everywhere },
  {
    name: "by fetch, XMLHttpRequest and beacon",
    page: ({ url }) =>
      `<script>{ fetch("${url}", { mode: "no-cors" }).catch(() => {}); navigator.sendBeacon("${url}", "1");
        const x = new XMLHttpRequest(); x.open("POST", "${url}"); x.send("1");
        new EventSource("${url}"); new Image().src = "${url}" }</script>`,
  },
  {
    name: "by WebSocket",
    page: ({ host }) =>
      `<script>new WebSocket("ws://${host}/secret");
        new WebSocket("ws://localhost:${host.split(":")[1]}/secret")</script>`,
  },
  {
    name: "from a frame that was made empty",
    page: ({ url, host }) =>
      `<body><script>{ const f = document.createElement("iframe"); document.body.append(f);
        f.contentWindow.fetch("${url}").catch(() => {});
        new f.contentWindow.WebSocket("ws://${host}/secret") }</script>`,
  },
  { name: "from a worker", page: (canary) => within("Worker", asking(canary)) },
  { name: "from a shared worker", page: (canary) => within("SharedWorker", asking(canary)) },
  {
    name: "by sending the page there after it loaded",
    page: ({ url }) => `<h1>Page</h1><script>setTimeout(() => { location = "${url}" }, 30)</script>`,
    leaves: true,
  },
  {
    name: "by meta refresh",
    page: ({ url }) => `<meta http-equiv="refresh" content="0; url=${url}"><h1>Page</h1>`,
    leaves: true,
  },
  {
    name: "by a form",
    page: ({ url }) =>
      `<h1>Page</h1><form action="${url}" method="post"></form><script>document.forms[0].submit()</script>`,
    leaves: true,
  },
  {
    name: "by a pop-up",
    page: ({ url }) =>
      `<h1>Page</h1><a href="${url}" target="_blank">x</a>
        <script>window.open("${url}"); document.links[0].click()</script>`,
    leaves: true,
  },
  {
    name: "by a download",
    page: ({ url }) => `<h1>Page</h1><a href="${url}" download>x</a><script>document.links[0].click()</script>`,
    leaves: true,
  },
  {
    name: "by asking as a page's sockets ask",
    page: ({ url }) =>
      `<h1>Page</h1><script>for (const words of ["open", "next; id=1", "send; id=1", "close; id=1"])
        fetch("${url}", { method: "POST", body: "[]", headers: { accept: "application/vnd.quire.channel; do=" + words } }).catch(() => {})</script>`,
  },
  {
    name: "by WebRTC",
    page: ({ quic }) =>
      `<h1>Page</h1><script>{ const f = document.createElement("iframe"); document.documentElement.append(f);
        for (const { RTCPeerConnection } of [globalThis, f.contentWindow]) {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:${quic}" }] });
          peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer)) } }</script>`,
  },
  {
    name: "by WebTransport",
    page: ({ quic }) => `<h1>Page</h1><script>try { new WebTransport("https://${quic}/secret") } catch {}</script>`,
  },
  {
    name: "by WebTransport from a worker",
    page: ({ quic }) => `<h1>Page</h1>${within("Worker", `new WebTransport("https://${quic}/secret")`)}`,
  },
];
