/**
 * Ways in which a page's content arrives late, with nothing of it in the network: what each does takes 150 to 400 ms
 * after the load event. `late()` writes the content that is looked for, `long(step)` repeats an asynchronous step for
 * 300 ms, and `worker(source)` makes a worker of a text.
 */
export const LATE_KINDS: Readonly<Record<string, string>> = {
  "a worker that speaks twice": `const w = worker("postMessage(1); setTimeout(() => postMessage(2), 150)");
    let n = 0; w.onmessage = () => { if (++n === 2) late() }`,
  "a worker that reports progress": `const w = worker("let n = 0; const t = setInterval(() => { postMessage(++n); if (n === 6) clearInterval(t) }, 60)");
    w.addEventListener("message", ({ data }) => { if (data === 6) late() })`,
  "a worker that answers by a port": `const w = worker("onmessage = ({ ports }) => { postMessage('ready'); setTimeout(() => ports[0].postMessage(1), 150) }");
    const { port1, port2 } = new MessageChannel(); port1.onmessage = late; w.postMessage(0, [port2])`,
  "a worker that says 'ready' and then works when told": `const w = worker("postMessage('ready'); onmessage = () => setTimeout(() => postMessage('done'), 150)");
    w.onmessage = ({ data }) => data === "ready" ? w.postMessage("go") : late()`,
  "a worker that loads nothing and draws": `const w = worker("onmessage = () => setTimeout(() => postMessage(1), 350); postMessage(0)");
    w.onmessage = ({ data }) => data === 0 ? w.postMessage(0) : late()`,
  "a worker inside a worker": `const inner = "setTimeout(() => postMessage(1), 150)";
    const w = worker("postMessage(0); const i = new Worker(URL.createObjectURL(new Blob([" + JSON.stringify(inner) + "]))); i.onmessage = () => postMessage(1)");
    w.onmessage = ({ data }) => data === 1 && late()`,
  "a module worker": `const w = new Worker(URL.createObjectURL(new Blob(["postMessage(0); await new Promise((d) => setTimeout(d, 150)); postMessage(1)"], { type: "text/javascript" })), { type: "module" });
    w.onmessage = ({ data }) => data === 1 && late()`,
  "a shared worker": `const w = new SharedWorker(URL.createObjectURL(new Blob(["onconnect = ({ ports }) => { ports[0].postMessage(0); setTimeout(() => ports[0].postMessage(1), 150) }"])));
    w.port.onmessage = ({ data }) => data === 1 && late()`,
  "a broadcast channel": `const w = worker("const c = new BroadcastChannel('x'); postMessage(0); setTimeout(() => c.postMessage(1), 150)");
    new BroadcastChannel("x").onmessage = late`,
  "a port that was handed to a frame": `const f = document.createElement("iframe");
    f.srcdoc = "<script>onmessage = ({ ports }) => setTimeout(() => ports[0].postMessage(1), 150)<\\/script>";
    f.onload = () => { const { port1, port2 } = new MessageChannel(); port1.onmessage = late; f.contentWindow.postMessage(0, "*", [port2]) };
    document.body.append(f)`,
  "an image bitmap made in a worker": `const w = worker("postMessage(0); const c = new OffscreenCanvas(10, 10); c.getContext('2d').fillRect(0, 0, 9, 9); setTimeout(() => { const b = c.transferToImageBitmap(); postMessage(b, [b]) }, 250)");
    w.onmessage = ({ data }) => data !== 0 && late()`,
  "IndexedDB, one request after the other": `const open = indexedDB.open("db"); open.onupgradeneeded = () => open.result.createObjectStore("s");
    open.onsuccess = async () => { await long((n) => new Promise((done) => { open.result.transaction("s", "readwrite").objectStore("s").put(n, n).onsuccess = done })); late() }`,
  "IndexedDB by listeners and a cursor": `const open = indexedDB.open("db2"); open.addEventListener("upgradeneeded", () => { const s = open.result.createObjectStore("s"); for (let i = 0; i < 4000; i++) s.add("v" + i, i) });
    open.addEventListener("success", () => { let n = 0; open.result.transaction("s").objectStore("s").openCursor().addEventListener("success", ({ target }) => { if (target.result) { n++; target.result.continue() } else late() }) })`,
  "crypto.subtle, once and long": `const key = await crypto.subtle.importKey("raw", new Uint8Array(16), "PBKDF2", false, ["deriveBits"]);
    await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 300_000 }, key, 512); late()`,
  "crypto.subtle, many times": `await long(() => crypto.subtle.digest("SHA-256", new Uint8Array(1e5))); late()`,
  "a FileReader by a handler": `await long(() => new Promise((done) => { const r = new FileReader(); r.onload = done; r.readAsDataURL(new Blob(["x".repeat(1e5)])) })); late()`,
  "a FileReader by a listener": `const r = new FileReader(); r.addEventListener("loadend", late); r.readAsText(new Blob([new Uint8Array(6e7)]))`,
  "Blob.arrayBuffer": `await long(() => new Blob([new Uint8Array(1e6)]).arrayBuffer()); late()`,
  "Blob.text of one large blob": `await new Blob([new Uint8Array(8e7)]).text(); late()`,
  "a blob's stream": `await long(async () => { for await (const piece of new Blob([new Uint8Array(3e5)]).stream()); }); late()`,
  "the Cache API": `const cache = await caches.open("c"); await long(async (n) => { await cache.put("/k" + n, new Response("x")); await cache.match("/k" + n) }); late()`,
  "the origin's private files": `const root = await navigator.storage.getDirectory();
    await long(async (n) => { const f = await root.getFileHandle("f" + n, { create: true }); const w = await f.createWritable(); await w.write("x"); await w.close(); await (await f.getFile()).text() }); late()`,
  "AbortSignal.timeout": `AbortSignal.timeout(300).addEventListener("abort", late)`,
  "AbortSignal.timeout by a handler": `AbortSignal.timeout(300).onabort = late`,
  "an animation of an element outside the document": `document.createElement("p").animate([{ opacity: 0 }, { opacity: 1 }], 350).onfinish = late`,
  "an animation made by its constructor": `const a = new Animation(new KeyframeEffect(document.createElement("p"), [{ opacity: 0 }, { opacity: 1 }], 350)); a.finished.then(late); a.play()`,
  "the end of an animation of SMIL": `document.body.insertAdjacentHTML("beforeend", '<svg width="9" height="9"><rect width="9" height="9"><animate id="an" attributeName="x" from="0" to="5" dur="0.35s" fill="freeze"/></rect></svg>'); an.addEventListener("endEvent", late)`,
  "a lock": `navigator.locks.request("l", () => new Promise((done) => setTimeout(done, 250)));
    navigator.locks.request("l", late)`,
  "a stream that is compressed": `await long(async () => { await new Response(new Blob([new Uint8Array(2e5)]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer() }); late()`,
  "a reader of a compressed stream": `await long(async () => { const r = new Blob([new Uint8Array(2e5)]).stream().pipeThrough(new CompressionStream("deflate")).getReader(); while (!(await r.read()).done); }); late()`,
  "a canvas as a blob": `const c = document.createElement("canvas"); c.width = c.height = 900; await long(() => new Promise((done) => c.toBlob(done))); late()`,
  "an offscreen canvas as a blob": `await long(() => { const c = new OffscreenCanvas(700, 700); c.getContext("2d").fillRect(0, 0, 9, 9); return c.convertToBlob() }); late()`,
  "sound that is reckoned": `const a = new OfflineAudioContext(2, 44100 * 60, 44100); const o = a.createOscillator(); o.connect(a.destination); o.start();
    await a.startRendering(); await long(() => new OfflineAudioContext(1, 4410, 44100).startRendering()); late()`,
  "sound that is decoded": `const wav = () => { const b = new ArrayBuffer(44 + 88200), v = new DataView(b); const s = (o, t) => [...t].forEach((c, i) => v.setUint8(o + i, c.charCodeAt()));
      s(0, "RIFF"); v.setUint32(4, 36 + 88200, true); s(8, "WAVEfmt "); v.setUint32(16, 16, true); v.setUint16(20, 1, true); v.setUint16(22, 1, true); v.setUint32(24, 44100, true); v.setUint32(28, 88200, true); v.setUint16(32, 2, true); v.setUint16(34, 16, true); s(36, "data"); v.setUint32(40, 88200, true); return b };
    const a = new OfflineAudioContext(1, 44100, 44100); await long(() => a.decodeAudioData(wav())); late()`,
  "a picture that is decoded by ImageDecoder": `const c = new OffscreenCanvas(600, 600); c.getContext("2d").fillRect(0, 0, 9, 9); const data = await (await c.convertToBlob()).arrayBuffer();
    await long(async () => { const d = new ImageDecoder({ data, type: "image/png" }); (await d.decode()).image.close() }); late()`,
  "an answer about storage": `await long(() => navigator.storage.estimate()); late()`,
  "answers about permissions": `await long(() => navigator.permissions.query({ name: "geolocation" })); late()`,
  "facts about the browser": `await long(() => navigator.userAgentData.getHighEntropyValues(["platformVersion"])); late()`,
  "the cookie store": `await long((n) => cookieStore.set("c", "v" + n)); await cookieStore.get("c"); late()`,
  "a form's answer as a blob of its own address": `await long(async () => { const u = URL.createObjectURL(new Blob(["x"])); await (await fetch(u)).text(); URL.revokeObjectURL(u) }); late()`,
  "XMLHttpRequest of a blob": `await long(() => new Promise((done) => { const x = new XMLHttpRequest(); x.open("GET", URL.createObjectURL(new Blob(["x"]))); x.onload = done; x.send() })); late()`,
  "scripts imported from blobs": `await long((n) => import(URL.createObjectURL(new Blob(["export default " + n], { type: "text/javascript" })))); late()`,
  "scripts added from blobs": `await long((n) => new Promise((done) => { const s = document.createElement("script"); s.onload = done; s.src = URL.createObjectURL(new Blob(["//" + n])); document.head.append(s); })); late()`,
  "pictures outside the document": `const c = new OffscreenCanvas(900, 900); const x = c.getContext("2d"); for (let i = 0; i < 900; i++) { x.fillStyle = "#" + (i * 7919 % 4096 + 4096).toString(16).slice(1); x.fillRect(i, 0, 1, 900) }
    const blob = await c.convertToBlob(); await long(() => new Promise((done) => { const i = new Image(); i.onload = done; i.src = URL.createObjectURL(blob) })); late()`,
  "pictures of data that are decoded": `await long(() => { const i = new Image(); i.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"; return i.decode() }); late()`,
  "image bitmaps": `const c = new OffscreenCanvas(900, 900); c.getContext("2d"); const blob = await c.convertToBlob(); await long(() => createImageBitmap(blob)); late()`,
  "a view transition": `const t = document.startViewTransition(() => new Promise((done) => setTimeout(done, 250))); await t.finished; late()`,
  "smooth scrolling": `document.body.insertAdjacentHTML("beforeend", '<div id="box" style="height:100px;overflow:auto"><div style="height:5000px"></div></div>');
    box.onscrollend = late; box.scrollTo({ top: 900, behavior: "smooth" })`,
  "a waiter of Atomics": `const shared = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    await Atomics.waitAsync(new Int32Array(shared.buffer), 0, 0, 150).value; late()`,
  "what an observer of performance sees": `new PerformanceObserver(() => setTimeout(late, 150)).observe({ type: "mark" }); performance.mark("m")`,
  "WebAssembly made again and again": `await long(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))); late()`,
  "tasks of the scheduler": `await scheduler.postTask(() => {}, { delay: 300 }); late()`,
  "yielding to the scheduler": `await long(() => scheduler.yield()); late()`,
  "idle callbacks": `await long(() => new Promise((done) => requestIdleCallback(done))); late()`,
  "messages to its own window": `await long(() => new Promise((done) => { addEventListener("message", done, { once: true }); postMessage(0, "*") })); late()`,
  "a frame's messages": `const f = document.createElement("iframe"); f.srcdoc = "<script>setTimeout(() => parent.postMessage(1, '*'), 150)<\\/script>"; onmessage = late; document.body.append(f)`,
  "a transition's end": `const d = document.createElement("div"); d.style.cssText = "transition: opacity .3s"; document.body.append(d); d.getBoundingClientRect(); d.ontransitionend = late; d.style.opacity = 0`,
  "an animation's end": `const s = document.createElement("style"); s.textContent = "@keyframes k { to { opacity: .5 } } #k { animation: k .3s }"; document.head.append(s);
    const d = document.createElement("div"); d.id = "k"; d.onanimationend = late; document.body.append(d)`,
  "a custom element that is defined late": `customElements.whenDefined("x-late").then(late); setTimeout(() => customElements.define("x-late", class extends HTMLElement {}), 250)`,
  "an observer of sizes": `const d = document.createElement("div"); document.body.append(d); let n = 0; new ResizeObserver(() => ++n < 20 ? requestAnimationFrame(() => { d.style.height = n + "px" }) : late()).observe(d)`,
  "a digest in a frame": `const f = document.createElement("iframe"); f.srcdoc = "<script type=module>for (let e = performance.now() + 300; performance.now() < e;) await crypto.subtle.digest('SHA-256', new Uint8Array(1e5)); parent.late()<\\/script>"; document.body.append(f)`,
  "geolocation that is refused": `navigator.geolocation.getCurrentPosition(() => {}, () => setTimeout(late, 120))`,
  "a socket that fails": `new WebSocket("wss://nowhere.invalid/").onerror = () => setTimeout(late, 120)`,
};

/** The page of a kind. */
export function latePage(script: string): string {
  return `<!doctype html><title>Late</title><p>Early</p><script>
    function late() { document.body.insertAdjacentHTML("beforeend", "<p>Arrived</p>") }
    async function long(step) { const end = performance.now() + 300; for (let n = 0; performance.now() < end; n++) await step(n) }
    function worker(source) { return new Worker(URL.createObjectURL(new Blob([source]))) }
    addEventListener("load", async () => { ${script} })</script>`;
}
