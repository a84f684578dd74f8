import { html } from "../html.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"

/** What was wrong with a try to come in. */
export type DoorFault = "wrong" | "too_often"

const faults: Record<DoorFault, string> = {
  wrong: "That is not the password.",
  too_often: "Too many tries. Wait a minute, then try again.",
}

/** All that a page behind a password shows to strangers: not even its name. */
export function renderDoor(path: string, fault: DoorFault | null): Page {
  const title = "This page is private"
  const told = fault !== null && html`<p class="fault" id="fault">${faults[fault]}</p>`
  const described = fault === null ? html`` : html` aria-describedby="fault" aria-invalid="true"`
  return layout(
    {
      title,
      description: title,
      path,
      mood: "unknown",
      hasFeed: false,
      accentColor: null,
      hasForm: true,
    },
    html`<main class="door">
      <h1>${title}</h1>
      <form method="post" action="${path}/door">
        <label for="password">Password</label>
        <input
          type="password"
          id="password"
          name="password"
          autocomplete="current-password"
          maxlength="200"
          required
          autofocus${described}
        />
        ${told}
        <button>Come in</button>
      </form>
    </main>`,
  )
}
