import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

type Props = Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "class" | "icon"> & { class?: string; icon?: IconName };

/** A small button, with words or a sign; one with a sign alone has a name for screen readers. */
export function Small({ class: further = "", icon, children, ...props }: Props) {
  return (
    <button type="button" {...props} class={`compact ${further}`.trim()}>
      {children}
      {icon && <Icon name={icon} />}
    </button>
  );
}
