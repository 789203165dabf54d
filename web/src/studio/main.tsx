import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { byId } from "../dom.ts";
import { takeDrops } from "../drops.ts";
import { showTheme } from "../theme.ts";
import { learnLimits } from "./access.ts";
import { openNote, openProblem } from "./document/opened.ts";
import { takeHanded } from "./handed.ts";
import { HeaderTools } from "./header.tsx";
import { KeyboardHelp } from "./help.tsx";
import { clearProblems, phase } from "./job.ts";
import { restoreOwn, startKeeping, WORKS } from "./keeping.ts";
import { worksOffline } from "./offline/register.ts";
import { OpeningOver } from "./parts/opening.tsx";
import { isTyping } from "./parts/page-keys.ts";
import { Question } from "./question.tsx";
import { readAddress, type ToolName } from "./share.ts";
import { Start } from "./start.tsx";
import { TOOLS, type Tool } from "./tools.tsx";

const LONGEST_WAIT_MS = 300;
const current = signal<ToolName>("crop");
const tool = (): Tool => TOOLS.find(({ name }) => name === current.value) ?? (TOOLS[0] as Tool);

function follow(): void {
  const { tool: name, settings } = readAddress(location.hash);
  if (name && name !== current.value) {
    current.value = name;
    // What was said of a file is said in the tool that it was for.
    openProblem.value = undefined;
    openNote.value = undefined;
  }
  if (settings !== undefined) tool().takeSettings(settings);
  clearProblems();
}

function App() {
  const { name, isBusy, Work } = tool();
  const busy = isBusy();
  useFocusOnWork(busy);
  const [isOver, setOver] = useState(false);
  useEffect(() => takeDrops(take, setOver), []);
  return (
    <>
      {busy ? <Work key={name} /> : <Start key={name} tool={tool()} />}
      {busy && <OpeningOver />}
      <Question />
      {isOver && (
        <div class="drop-over" aria-hidden="true">
          <strong>Drop to open</strong>
        </div>
      )}
    </>
  );
}

/** The button that opened a document is gone with the start page, so the focus moves to the work. */
function useFocusOnWork(busy: boolean): void {
  const before = useRef(busy);
  useEffect(() => {
    if (busy && !before.current) byId("main").focus({ preventScroll: true });
    before.current = busy;
  }, [busy]);
}

/** The page is then typed; Enter shows it and gives the keys back to the page. */
function goToPage(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>(".page-number");
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** A text field has steps of its own. */
function stepBack(event: KeyboardEvent): void {
  if ((event.target as HTMLElement).matches("textarea, input:not([type=checkbox], [type=radio])")) return;
  event.preventDefault();
  const work = WORKS[current.value];
  if (event.shiftKey || event.key.toLowerCase() === "y") work?.redo();
  else work?.undo();
}

function Header() {
  const [isHelp, setHelp] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "g" && !isTyping(event)) goToPage(event);
      if (event.key === "?" && !isTyping(event)) setHelp(true);
      if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) stepBack(event);
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
        document.querySelector<HTMLElement>("button.action, a.action")?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <HeaderTools onHelp={() => setHelp(true)} />
      {isHelp && <KeyboardHelp onClose={() => setHelp(false)} />}
    </>
  );
}

function take(files: File[]): void {
  // A job that is running was started with the current files.
  if (!phase.value) tool().take(files);
}

showTheme();
addEventListener("hashchange", follow);
follow();
// They are asked for together with this script: what they say is drawn at once, and nothing moves when it comes.
await Promise.race([learnLimits(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
startKeeping(() => current.value);
render(<App />, byId("app"));
render(<Header />, byId("head-tools"));
effect(() => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-tool]")) {
    if (link.dataset.tool === current.value) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${tool().title} · Quire`;
});
const handed = await takeHanded();
if (handed.length > 0) tool().take(handed);
else await restoreOwn();
worksOffline();
