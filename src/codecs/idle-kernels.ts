/** The most that are kept of each kind. */
const MAX_IDLE = 4;
/** WebAssembly memory never shrinks: an instance that grew beyond this is not kept. */
const KEPT_BYTES = 2 * 1024 * 1024;

/** Instances that are free. Planes are read side by side, each with its own instance. */
export class IdleKernels<Kernel extends { readonly memory: WebAssembly.Memory }> {
  readonly #make: () => Kernel;
  readonly #idle: Kernel[] = [];

  constructor(make: () => Kernel) {
    this.#make = make;
  }

  take(): Kernel {
    return this.#idle.pop() ?? this.#make();
  }

  giveBack(kernel: Kernel): void {
    if (this.#idle.length < MAX_IDLE && kernel.memory.buffer.byteLength <= KEPT_BYTES) this.#idle.push(kernel);
  }
}
