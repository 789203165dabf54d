/**
 * What a page has in place of WebRTC, which would speak past the guard: it behaves as the browser's own does without a
 * network. It has no candidates to offer, and never connects. Without it, scripts that only look would end there.
 */
export const PEER_STUB = `(() => {
  const later = globalThis.setTimeout;
  const SDP = "v=0\\r\\no=- 0 2 IN IP4 127.0.0.1\\r\\ns=-\\r\\nt=0 0\\r\\n";
  const say = (target, type, details) => {
    const event = Object.assign(new Event(type), details);
    target["on" + type]?.(event);
    target.dispatchEvent(event);
  };
  const sender = (track) => ({
    track: typeof track === "object" ? track : null, dtmf: null, transport: null,
    async replaceTrack(next) { this.track = next; }, getParameters: () => ({ encodings: [] }),
    setParameters: async () => {}, getStats: async () => new Map(), setStreams() {},
  });
  class RTCDataChannel extends EventTarget {
    id = null; protocol = ""; ordered = true; readyState = "connecting"; bufferedAmount = 0; binaryType = "arraybuffer";
    constructor(label) { super(); this.label = String(label); }
    send() { throw new DOMException("RTCDataChannel.readyState is not 'open'", "InvalidStateError"); }
    close() { this.readyState = "closed"; }
  }
  class RTCPeerConnection extends EventTarget {
    static async generateCertificate() { return { expires: Date.now() + 2592e6, getFingerprints: () => [] }; }
    localDescription = null; remoteDescription = null; canTrickleIceCandidates = null; sctp = null;
    signalingState = "stable"; connectionState = "new"; iceConnectionState = "new"; iceGatheringState = "new";
    #configuration; #transceivers = [];
    constructor(configuration = {}) { super(); this.#configuration = configuration; }
    getConfiguration() { return this.#configuration; }
    setConfiguration(configuration) { this.#configuration = configuration; }
    get currentLocalDescription() { return this.localDescription; }
    get currentRemoteDescription() { return this.remoteDescription; }
    get pendingLocalDescription() { return null; }
    get pendingRemoteDescription() { return null; }
    #negotiate() { later(() => say(this, "negotiationneeded")); }
    #become(state) {
      if (this.signalingState === "closed") return;
      this.iceConnectionState = state;
      this.connectionState = state === "checking" ? "connecting" : state;
      say(this, "iceconnectionstatechange");
      say(this, "connectionstatechange");
    }
    #described(signalingState) {
      this.signalingState = signalingState;
      later(() => say(this, "signalingstatechange"));
      if (this.localDescription && this.remoteDescription) later(() => {
        this.#become("checking");
        later(() => this.#become("failed"));
      });
    }
    createDataChannel(label) { this.#negotiate(); return new RTCDataChannel(label); }
    async createOffer() { return { type: "offer", sdp: SDP }; }
    async createAnswer() { return { type: "answer", sdp: SDP }; }
    async setLocalDescription(given) {
      const { type = this.signalingState === "have-remote-offer" ? "answer" : "offer", sdp = SDP } = given ?? {};
      this.localDescription = { type, sdp, toJSON: () => ({ type, sdp }) };
      this.#described(type === "offer" ? "have-local-offer" : "stable");
      if (this.iceGatheringState === "new") later(() => {
        this.iceGatheringState = "complete";
        say(this, "icegatheringstatechange");
        say(this, "icecandidate", { candidate: null });
      });
    }
    async setRemoteDescription({ type, sdp }) {
      this.remoteDescription = { type, sdp, toJSON: () => ({ type, sdp }) };
      this.#described(type === "offer" ? "have-remote-offer" : "stable");
    }
    async addIceCandidate() {}
    addTrack(track) { return this.addTransceiver(track).sender; }
    removeTrack() {}
    addTransceiver(track, { direction = "sendrecv" } = {}) {
      const made = { mid: null, direction, currentDirection: null, sender: sender(track), receiver: { track: null, getStats: async () => new Map() }, stop() {}, setCodecPreferences() {} };
      this.#transceivers.push(made);
      this.#negotiate();
      return made;
    }
    getTransceivers() { return [...this.#transceivers]; }
    getSenders() { return this.#transceivers.map(({ sender }) => sender); }
    getReceivers() { return this.#transceivers.map(({ receiver }) => receiver); }
    async getStats() { return new Map(); }
    restartIce() {}
    close() { this.signalingState = this.connectionState = this.iceConnectionState = "closed"; }
  }
  const made = { RTCDataChannel, RTCPeerConnection, webkitRTCPeerConnection: RTCPeerConnection };
  for (const [name, value] of Object.entries(made)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
})();`;
