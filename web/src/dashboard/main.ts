import { noteOperator } from "../admin-session.ts";
import { announce, byId, el } from "../dom.ts";
import { field } from "../form.ts";
import { showTheme } from "../theme.ts";
import { AdminError, admin, type Key } from "./admin.ts";
import { healthSection } from "./health.ts";
import { keysSection } from "./keys.ts";
import { usageSection } from "./usage.ts";

showTheme();
const app = byId("app");

async function start(): Promise<void> {
  try {
    const session = await admin.session();
    await showDashboard(session.by);
  } catch (error) {
    if (error instanceof AdminError && error.status === 401) showSignIn();
    else showProblem(error);
  }
}

function showSignIn(message?: string): void {
  const secret = field("Admin secret", { type: "password", required: true, autocomplete: "current-password" });
  if (message !== undefined) secret.fail(message);
  const submit = el("button", { class: "primary" }, "Sign in");
  const form = el(
    "form",
    { class: "card stack sign-in", novalidate: true },
    el("h1", {}, "Dashboard"),
    el(
      "p",
      { class: "soft" },
      "Keys and usage, for the operator of this service. When it runs on your machine, ",
      el("code", {}, "npm start"),
      " prints the secret.",
    ),
    secret.element,
    el("div", {}, submit),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    secret.fail();
    try {
      if (secret.input.value === "") throw new AdminError(400, "Enter the admin secret.");
      await admin.signIn(secret.input.value);
      await showDashboard("session");
      announce("Signed in.");
    } catch (error) {
      secret.fail((error as Error).message);
      announce((error as Error).message);
      secret.input.focus();
    } finally {
      submit.disabled = false;
    }
  });
  app.replaceChildren(form);
  secret.input.focus();
}

async function showDashboard(by: string): Promise<void> {
  let keys = await admin.keys();
  noteOperator(true);
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const failed = (error: unknown) => {
    if (error instanceof AdminError && error.status === 401) return showSignIn("The session has ended; sign in again.");
    problem.textContent = error instanceof Error ? error.message : String(error);
    problem.hidden = false;
  };
  const usage = usageSection(failed);
  const list = keysSection({
    changed(record) {
      // The key store lists changes late, so the record that was just returned is newer than the listing.
      const known = keys.find(({ id }) => id === record.id);
      keys = known
        ? keys.map((key) => (key === known ? { ...pickLastUse(known), ...record } : key))
        : [record, ...keys];
      list.show(keys);
      usage.show(keys);
    },
    usage: usage.choose,
  });
  const signOut = el("button", { type: "button" }, "Sign out");
  signOut.addEventListener("click", async () => {
    try {
      await admin.signOut();
      noteOperator(false);
      showSignIn();
    } catch (error) {
      failed(error);
    }
  });
  const head = el("div", { class: "page-head" }, el("h1", {}, "Dashboard"), by === "session" && signOut);
  app.replaceChildren(
    el("div", {}, head, el("div", { class: "stack" }, problem, healthSection(failed), usage.element, list.element)),
  );
  list.show(keys);
  usage.show(keys);
}

function pickLastUse({ lastUsedAt }: Key): Pick<Key, "lastUsedAt"> {
  return lastUsedAt === undefined ? {} : { lastUsedAt };
}

function showProblem(error: unknown): void {
  app.replaceChildren(
    el("p", { class: "notice bad", role: "alert" }, error instanceof Error ? error.message : String(error)),
  );
}

await start();
