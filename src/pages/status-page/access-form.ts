import type { PageAccess } from "../../graphql/status-pages/status-page/rules/page-access.ts"
import { html, type Html } from "../../platform/html.ts"
import { plainLook } from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { layout, type Page } from "./page-layout.ts"
import { hrefOf, type Setting } from "./page-setting.ts"
import { fillHtml } from "./locale.ts"
import type { Messages } from "./messages/messages.ts"

/** Outcome of a request for access. */
export type AccessAnswer = "wrong" | "too_often" | "link_sent" | "old_link"

/** The access form of a private page. It does not reveal even the name of the page. */
export function renderAccessForm(
  setting: Setting,
  kind: PageAccess["kind"],
  answer: AccessAnswer | null,
  baseUrl: string,
): Page {
  const { words } = setting.locale
  const title = words.privatePage
  return layout(
    {
      title,
      description: title,
      setting,
      mood: "unknown",
      hasFeed: false,
      look: plainLook,
      hasForm: true,
    },
    html`<main class="access">
      <h1>${title}</h1>
      <form method="post" action="${hrefOf(setting, "/access")}">
        ${kind === "password" ? passwordField(words, answer) : emailField(words, answer)}
        <button type="submit">
          ${kind === "password" ? words.continueToPage : words.sendLink}
        </button>
      </form>
      <p class="about members">${fillHtml(words.forMembers, { link: signIn(baseUrl) })}</p>
    </main>`,
  )
}

/** Sessions belong to BASE_URL, whatever domain the page is shown on. */
const signIn = (baseUrl: string): Html =>
  html`<a href="${baseUrl}/sign-in">${new URL(baseUrl).host}</a>`

const passwordField = (words: Messages, answer: AccessAnswer | null): Html =>
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
    ${outcome(words, answer)}`

const emailField = (words: Messages, answer: AccessAnswer | null): Html =>
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
    ${outcome(words, answer)}`

function described(answer: AccessAnswer | null): Html {
  if (answer === null) return html``
  return answer === "wrong"
    ? html` aria-describedby="answer" aria-invalid="true"`
    : html` aria-describedby="answer"`
}

function outcome(words: Messages, answer: AccessAnswer | null): Html | false {
  const messages: Record<AccessAnswer, string> = {
    wrong: words.wrongPassword,
    too_often: words.tooManyTries,
    link_sent: words.linkSent,
    old_link: words.oldLink,
  }
  if (answer === null) return false
  const style = answer === "link_sent" ? "about" : "fault"
  return html`<p class="${style}" id="answer" role="status">${messages[answer]}</p>`
}
