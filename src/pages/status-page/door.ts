import { html } from "../html.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"

/** What was wrong with a try to come in. */
export type DoorFault = "wrong" | "too_often"

/** All that a page behind a password shows to strangers: not even its name. */
export function renderDoor(setting: Setting, fault: DoorFault | null): Page {
  const { words } = setting.speech
  const title = words.privatePage
  const faults = { wrong: words.wrongPassword, too_often: words.tooManyTries }
  const told = fault !== null && html`<p class="fault" id="fault">${faults[fault]}</p>`
  const described = fault === null ? html`` : html` aria-describedby="fault" aria-invalid="true"`
  return layout(
    {
      title,
      description: title,
      setting,
      mood: "unknown",
      hasFeed: false,
      accentColor: null,
      hasForm: true,
    },
    html`<main class="door">
      <h1>${title}</h1>
      <form method="post" action="${hrefOf(setting, "/door")}">
        <label for="password">${words.password}</label>
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
        <button>${words.comeIn}</button>
      </form>
    </main>`,
  )
}
