/**
 * The floor of any service that holds a body: reads it into one buffer of the declared length, and sends it back; with
 * `?length=N`, so many bytes of it, over and over.
 */
export default {
  async fetch(request) {
    const length = Number(request.headers.get("Content-Length") ?? 0);
    if (length === 0) return new Response("ok");
    let buffer = new ArrayBuffer(length);
    const reader = request.body.getReader({ mode: "byob" });
    const step = 65536;
    const whole = new Uint8Array(buffer);
    let at = 0;
    buffer = new ArrayBuffer(step);
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer, 0, step));
      if (done) break;
      whole.set(value, at);
      at += value.length;
      buffer = value.buffer;
    }
    const wanted = Number(new URL(request.url).searchParams.get("length") ?? length);
    const body = wanted === length ? whole : repeated(whole, wanted);
    return new Response(body, { headers: { "Content-Type": "application/octet-stream" } });
  },
};

/** In views that the runtime takes quickly. */
function repeated(bytes, length) {
  const { readable, writable } = new FixedLengthStream(length);
  const pump = async () => {
    const writer = writable.getWriter();
    const step = 262144;
    for (let done = 0; done < length; ) {
      const at = done % (bytes.length - step);
      const view = bytes.subarray(at, at + Math.min(step, length - done));
      await writer.write(view);
      done += view.length;
    }
    await writer.close();
  };
  pump().catch((error) => console.error(error));
  return readable;
}
