import { useEffect, useRef, useState } from "preact/hooks";
import { holdTheme, preferredTheme } from "../theme.ts";
import { demoLimits, key, keyPanelOpen, keyProblem, standing, useKey } from "./access.ts";
import { TextField } from "./parts/fields.tsx";
import { Small } from "./parts/small.tsx";

const STANDING = {
  key: "Key in use",
  operator: "Signed in",
  visitor: "No key needed",
  none: "Enter a key",
  unknown: "Key",
};

/** On the right of the header: keyboard help, the key, and the theme. */
export function HeaderTools({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <Small class="quiet wide-only" onClick={onHelp}>
        Keyboard
      </Small>
      <KeyPanel />
      <ThemeSwitch />
    </>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(preferredTheme);
  const other = theme === "dark" ? "light" : "dark";
  return (
    <Small
      class="quiet theme-switch"
      aria-label={other === "light" ? "Light colours" : "Dark colours"}
      onClick={() => {
        holdTheme(other);
        setTheme(other);
      }}
      icon="theme"
    />
  );
}

function KeyPanel() {
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = keyPanelOpen.value;
  useEffect(() => {
    if (!isOpen) return undefined;
    panel.current?.querySelector("input")?.focus();
    const away = (event: Event) => {
      if (
        event instanceof KeyboardEvent
          ? event.key === "Escape"
          : !panel.current?.parentElement?.contains(event.target as Node)
      )
        keyPanelOpen.value = false;
    };
    addEventListener("pointerdown", away);
    addEventListener("keydown", away);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", away);
    };
  }, [isOpen]);
  return (
    <div class="key-place">
      <Small
        aria-expanded={isOpen}
        aria-controls="key-panel"
        onClick={() => {
          keyPanelOpen.value = !isOpen;
        }}
      >
        <span class="short">Key</span>
        <span class="long">{STANDING[standing.value]}</span>
      </Small>
      <div id="key-panel" class="key-panel" ref={panel} hidden={!isOpen} role="group" aria-label="API key">
        <p>{explained()}</p>
        <TextField
          label="API key"
          type="password"
          spellcheck={false}
          placeholder="qk_…"
          value={key.value}
          error={keyProblem.value}
          hint="Kept in this tab only, and sent to this service only."
          onInput={useKey}
        />
        <p class="small">
          Create keys in the <a href="/dashboard">dashboard</a>.
        </p>
      </div>
    </div>
  );
}

function explained(): string {
  const demo = demoLimits.value;
  switch (standing.value) {
    case "key":
      return "Requests use this key.";
    case "operator":
      return "You are signed in to the dashboard. When you first send something, a key for one day is made for this tab.";
    case "visitor":
      return `Files are worked on here, without a key. Links and HTML ask the service: ${demo?.perMinute} requests a minute, ${demo?.perDay} a day; previews are not counted among them. A key gives you more.`;
    default:
      return "Files are worked on here, without a key. Links and HTML ask the service, which needs one.";
  }
}
