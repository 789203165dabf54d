import { PageCrash, SessionProblem } from "../../html-problem.ts";
import { type Cdp, CdpError, type CdpEvent } from "../cdp.ts";
import { lockdownScript, type Sealing, WORKER_LOCKDOWN_SCRIPT } from "../lockdown.ts";
import { ACTIVITY_SCRIPT } from "./activity.ts";
import { CHANNELS_SCRIPT } from "./channels-script.ts";
import type { Command } from "./emulation.ts";
import { type ExceptionDetails, exceptionText } from "./evaluate.ts";
import type { PageNetwork } from "./page-network.ts";
import type { PausedRequest } from "./paused-request.ts";

const MAX_ERRORS = 100;
const MAX_SHEETS = 2_000;
const WORKER_SCRIPT = `${WORKER_LOCKDOWN_SCRIPT}\n${CHANNELS_SCRIPT}`;

/**
 * What every target of the page needs before it runs. Frames of other sites and workers are separate targets. A page
 * that is `still` runs no scripts, so nothing that they begin need be counted.
 */
export function guardCommands(sealing: Sealing, still = false): Command[] {
  const source = still
    ? lockdownScript(sealing)
    : `${lockdownScript(sealing)}\n${PEER_STUB}\n${CHANNELS_SCRIPT}\n${ACTIVITY_SCRIPT}`;
  return [
    ["Fetch.enable", { patterns: [{ urlPattern: "*" }] }],
    ["Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
    ["Page.addScriptToEvaluateOnNewDocument", { source }],
  ];
}

/** A style sheet, as far as it is read here. */
export interface SheetHeader {
  styleSheetId: string;
  frameId: string;
  /** Characters of its text. */
  length: number;
}

/** What the browser tells of one page and its frames: when it has loaded, failed, or gone. */
export class PageEvents {
  readonly loaded: Promise<void>;
  readonly parsed: Promise<void>;
  readonly lost: Promise<never>;
  readonly consoleErrors: string[] = [];
  /** Those that the browser has told of since it was asked to (`CSS.enable`). */
  readonly sheets: SheetHeader[] = [];
  stopped = false;
  documents = 0;
  readonly #cdp: Cdp;
  readonly #sessionId: string;
  readonly #mainFrame: string;
  readonly #network: PageNetwork;
  /** The commands that tell each target about its visitor. */
  readonly #visitor: readonly Command[];
  /** Sessions of frames of other sites, which run in their own processes. */
  readonly #frames = new Map<string, { gone: Promise<undefined>; leave: () => void }>();
  #onLoad: () => void = () => {};
  #onParsed: () => void = () => {};
  #onLost: (problem: SessionProblem) => void = () => {};
  /** The load event of about:blank does not count. */
  #navigated = false;

  constructor(cdp: Cdp, sessionId: string, mainFrame: string, network: PageNetwork, visitor: readonly Command[]) {
    this.#cdp = cdp;
    this.#sessionId = sessionId;
    this.#mainFrame = mainFrame;
    this.#network = network;
    this.#visitor = visitor;
    this.loaded = new Promise((resolve) => {
      this.#onLoad = resolve;
    });
    this.parsed = new Promise((resolve) => {
      this.#onParsed = resolve;
    });
    this.lost = new Promise<never>((_, reject) => {
      this.#onLost = reject;
    });
    this.lost.catch(() => {});
  }

  /** Sends a command to the page and to each frame that is a separate target. */
  async everywhere<T>(method: string): Promise<T[]> {
    const frames = [...this.#frames].map(([id, { gone }]) => {
      const answer = this.#cdp.send<T>(method, {}, id).catch((error) => {
        if (!(error instanceof CdpError)) throw error;
        return undefined;
      });
      // A frame that goes, or whose process crashes, never answers.
      return Promise.race([answer, gone]);
    });
    const answers = await Promise.all([this.#cdp.send<T>(method, {}, this.#sessionId), ...frames]);
    return answers.filter((answer) => answer !== undefined);
  }

  receive({ method, params, sessionId }: CdpEvent): Promise<void> | void {
    if (method === "Fetch.requestPaused") {
      // Its errors are in the network's list of failures, or show as the loss of the connection.
      return this.#network.answer(params as unknown as PausedRequest, sessionId).catch(() => {});
    }
    if (method === "Target.attachedToTarget") this.#admit(params, sessionId);
    else if (method === "Target.detachedFromTarget" && params.sessionId === this.#sessionId) {
      this.#onLost(new SessionProblem("The page was closed by the browser"));
    } else if (method === "Target.detachedFromTarget") this.#dismiss(params.sessionId as string);
    else if (method === "Debugger.paused") {
      this.#cdp.post("Runtime.evaluate", { expression: WORKER_SCRIPT }, sessionId);
      // The worker continues when the debugger is disabled.
      this.#cdp.post("Debugger.disable", {}, sessionId);
    } else if (sessionId === this.#sessionId) this.#receiveFromPage(method, params);
  }

  #receiveFromPage(method: string, params: Record<string, unknown>): void {
    if (method === "Page.frameNavigated") {
      const frame = params.frame as { parentId?: string; url: string };
      if (frame.parentId === undefined) this.documents++;
      if (frame.parentId === undefined && frame.url !== "about:blank") this.#navigated = true;
    } else if (method === "Page.frameStartedLoading" && params.frameId === this.#mainFrame) this.stopped = false;
    else if (method === "Page.frameStoppedLoading" && params.frameId === this.#mainFrame && this.#navigated) {
      this.stopped = true;
      this.#onParsed();
      this.#onLoad();
    } else if (method === "Page.loadEventFired" && this.#navigated) this.#onLoad();
    else if (method === "Page.domContentEventFired" && this.#navigated) this.#onParsed();
    else if (method === "CSS.styleSheetAdded") {
      if (this.sheets.length < MAX_SHEETS) this.sheets.push(params.header as SheetHeader);
    } else if (method === "Inspector.targetCrashed") this.#onLost(new PageCrash());
    else if (method === "Page.javascriptDialogOpening") {
      this.#cdp.post("Page.handleJavaScriptDialog", { accept: false }, this.#sessionId);
    } else if (method === "Runtime.exceptionThrown") {
      this.#noteError(exceptionText(params.exceptionDetails as ExceptionDetails));
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      const first = (params.args as { value?: unknown; description?: string }[])[0];
      this.#noteError(String(first?.value ?? first?.description ?? ""));
    }
  }

  #dismiss(frame: string): void {
    this.#frames.get(frame)?.leave();
    this.#frames.delete(frame);
  }

  #noteError(text: string): void {
    if (this.consoleErrors.length < MAX_ERRORS) this.consoleErrors.push(text.slice(0, 300));
  }

  /** A frame of another site or a worker: the browser holds it until it is guarded too. */
  #admit(params: Record<string, unknown>, parent: string | undefined): void {
    // Only targets below this page; the page itself is announced without a parent.
    if (parent === undefined) return;
    const child = params.sessionId as string;
    if ((params.targetInfo as { type: string }).type === "iframe") {
      let leave = () => {};
      const gone = new Promise<undefined>((resolve) => {
        leave = () => resolve(undefined);
      });
      this.#frames.set(child, { gone, leave });
    }
    const guard = guardCommands(this.#network.sealing);
    for (const [method, command] of [...guard, ...this.#visitor]) this.#cdp.post(method, command, child);
    if (/worker/.test((params.targetInfo as { type: string }).type)) {
      // A worker cannot be given scripts that run before its own, but it can be stopped where its own begins.
      this.#cdp.post("Debugger.enable", {}, child);
      const instrumentation = "beforeScriptExecution";
      this.#cdp.post("Debugger.setInstrumentationBreakpoint", { instrumentation }, child);
    }
    this.#cdp.post("Runtime.runIfWaitingForDebugger", {}, child);
  }
}

/**
 * What a page has in place of WebRTC, which would speak past the guard: it behaves as the browser's own does without a
 * network. It has no candidates to offer, and never connects. Without it, scripts that only look would end there.
 */
const PEER_STUB = `(() => {
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
