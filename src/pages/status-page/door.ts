import type { Door } from "../../graphql/status-page/door.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import type { Page } from "./layout.ts"
import { layout } from "./layout.ts"
import type { Setting } from "./setting.ts"
import { hrefOf } from "./setting.ts"
import { fillHtml } from "./speech.ts"
import type { Words } from "./words/words.ts"

/** What came of a try to come in. */
export type DoorAnswer = "wrong" | "too_often" | "link_sent" | "old_link"

/** All that a page behind a door shows to strangers: not even its name. */
export function renderDoor(
  setting: Setting,
  kind: Door["kind"],
  answer: DoorAnswer | null,
  baseUrl: string,
): Page {
  const { words } = setting.speech
  const title = words.privatePage
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
        ${kind === "password" ? passwordField(words, answer) : emailField(words, answer)}
        <button>${kind === "password" ? words.comeIn : words.sendLink}</button>
      </form>
      <p class="about members">${fillHtml(words.forMembers, { link: signIn(baseUrl) })}</p>
    </main>`,
  )
}

/** Sessions are of our own address, whatever the name that the page is shown under. */
const signIn = (baseUrl: string): Html =>
  html`<a href="${baseUrl}/sign-in">${new URL(baseUrl).host}</a>`

const passwordField = (words: Words, answer: DoorAnswer | null): Html =>
  html`<label for="password">${words.password}</label>
    <input
      type="password"
      id="password"
      name="password"
      autocomplete="current-password"
      maxlength="200"
      required
      autofocus${described(answer)}
    />
    ${told(words, answer)}`

const emailField = (words: Words, answer: DoorAnswer | null): Html =>
  html`<label for="email">${words.emailAddress}</label>
    <input
      type="email"
      id="email"
      name="email"
      autocomplete="email"
      maxlength="254"
      required
      autofocus${described(answer)}
    />
    ${told(words, answer)}`

function described(answer: DoorAnswer | null): Html {
  if (answer === null) return html``
  return answer === "wrong"
    ? html` aria-describedby="answer" aria-invalid="true"`
    : html` aria-describedby="answer"`
}

function told(words: Words, answer: DoorAnswer | null): Html | false {
  const said: Record<DoorAnswer, string> = {
    wrong: words.wrongPassword,
    too_often: words.tooManyTries,
    link_sent: words.linkSent,
    old_link: words.oldLink,
  }
  if (answer === null) return false
  const look = answer === "link_sent" ? "about" : "fault"
  return html`<p class="${look}" id="answer" role="status">${said[answer]}</p>`
}
