import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";

/** Why the service cannot start, in a line for the person who started it. */
export class StartProblem extends Error {}

interface Holder {
  pid: number;
  port: number;
  since: number;
}

/** A service that holds a state folder and does not listen on its port within this time has died. */
const STARTING_MS = 120_000;
/** Both of localhost's addresses: another program on either of them would get our requests. */
const LOOPBACK = ["127.0.0.1", "::1"];

/** Refuses a port on which something answers. The service would start beside it and never be asked. */
export async function requireFreePort(port: number, state: string): Promise<void> {
  if (!(await isTaken(port))) return;
  const holder = await holderIn(holderFile(state));
  if (holder?.port === port && holder.pid !== process.pid && (await lives(holder))) throw alreadyRuns(holder);
  const other = (await isQuire(port)) ? "another Quire" : "another program";
  throw new StartProblem(
    `Port ${port} is in use by ${other}. Stop it, or choose another port: PORT=${port + 1} npm start`,
  );
}

async function isTaken(port: number): Promise<boolean> {
  const answers = await Promise.all(LOOPBACK.map((host) => answersAt(host, port)));
  return answers.includes(true);
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const done = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", () => done(true));
    socket.once("error", () => done(false));
    socket.once("timeout", () => done(false));
  });
}

async function isQuire(port: number): Promise<boolean> {
  try {
    const health = await fetch(`http://localhost:${port}/health`, { signal: AbortSignal.timeout(2_000) });
    return ((await health.json()) as { status?: string }).status === "ok";
  } catch {
    // Another program answers there, or one that does not speak HTTP.
    return false;
  }
}

/** Only one service at a time may write to a state folder. Returns the function that releases the folder. */
export async function holdState(state: string, port: number): Promise<() => Promise<void>> {
  await mkdir(state, { recursive: true });
  const file = holderFile(state);
  const mine: Holder = { pid: process.pid, port, since: Date.now() };
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await createWhole(file, JSON.stringify(mine));
      return async () => {
        if ((await holderIn(file))?.pid === mine.pid) await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = await holderIn(file);
    if (holder && (await lives(holder))) throw alreadyRuns(holder);
    // The process that wrote it was killed before it could remove it.
    await rm(file, { force: true });
  }
  throw new StartProblem("Another start from this folder was faster. Stop it first.");
}

/** Creates a file that does not exist yet, with all its text at once, so that nobody can read half of it. */
async function createWhole(file: string, text: string): Promise<void> {
  const whole = `${file}.${randomUUID()}`;
  await writeFile(whole, text);
  try {
    await link(whole, file);
  } finally {
    await rm(whole);
  }
}

function holderFile(state: string): string {
  return path.join(state, "running.json");
}

/** The address of the service that runs from a state folder. */
export async function runningService(state: string): Promise<string | undefined> {
  const holder = await holderIn(holderFile(state));
  return holder && (await lives(holder)) ? `http://localhost:${holder.port}` : undefined;
}

function alreadyRuns({ port, pid }: Holder): StartProblem {
  return new StartProblem(
    `Quire runs from this folder already: http://localhost:${port} (process ${pid}). Stop it first.`,
  );
}

async function holderIn(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Holder;
  } catch {
    // Gone meanwhile.
    return undefined;
  }
}

/** A process id alone does not suffice: another program may have got it since. */
async function lives({ pid, port, since }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return Date.now() - since < STARTING_MS || (await isTaken(port));
}
