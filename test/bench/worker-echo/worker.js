/** The floor of any service that holds a body: reads it into one buffer of the declared length, and sends it back. */
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
    return new Response(whole, { headers: { "Content-Type": "application/octet-stream" } });
  },
};
