import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import {
  lookOf,
  plainLook,
  type PageLook,
} from "../../graphql/status-pages/status-page/rules/page-look.ts"
import { languages } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import type { Subscription } from "../../graphql/status-pages/subscriber/subscription-by-link.ts"
import { html, type Html } from "../../platform/html.ts"
import { layout, type Page, type Script } from "../status-page/page-layout.ts"
import { hrefOf, type Setting } from "../status-page/page-setting.ts"
import { feedLinks } from "../status-page/feed-links.ts"
import { pushScript } from "../status-page/push-script.ts"
import { fillHtml, wordsOf } from "../status-page/locale.ts"

/** What became of the last try to subscribe. */
export type Answer = "sent" | "wrong" | "none_chosen" | "too_often"

/** Names that no language changes. */
const labels = { email: null, webhook: "Webhook", slack: "Slack" } as const

const formScript: Script = {
  text: `${pushScript}void offerPush(document.querySelector("form[data-push]"))`,
  sources: ["connect-src 'self'", "worker-src 'self'"],
}

type Choice = { id: string; name: string }
type Head = { name: string; look: PageLook }

/** The form for new subscribers. */
export function renderSubscribe(view: PageView, given: Setting, answer: Answer | null): Page {
  // Not updated live, because that would reset a half-filled form.
  const { live: _, ...setting } = given
  const words = setting.locale.words.subscription
  const { subscribe, tooManyTries } = setting.locale.words
  const messages: Record<Answer, string> = {
    sent: words.sent,
    wrong: words.wrongAddress,
    none_chosen: words.noneChosen,
    too_often: tooManyTries,
  }
  const components = view.sections.flatMap((section) => section.components)
  const push = pushOf(setting)
  const parts = [
    html`<p>${words.hint}</p>`,
    answer !== null && said(messages[answer], answer !== "sent"),
    elsewhere(setting),
    push !== null && html`<p id="said" role="status"></p>`,
    html`<form
      method="post"
      action="${hrefOf(setting, "/subscribe")}"
      class="card subscribe"
      ${push && html`data-push="${push}"`}
    >
      <label for="kind">${words.how}</label>
      <select id="kind" name="kind">
        ${(setting.subscribing ?? []).map(
          (kind) => html`<option value="${kind}">${labels[kind] ?? words.email}</option>`,
        )}
      </select>
      <label for="address">${words.address}</label>
      <input
        id="address"
        name="address"
        inputmode="email"
        autocomplete="email"
        maxlength="2048"
        dir="ltr"
        required
      />
      ${choices(components, null, setting)}
      <button type="submit">${subscribe}</button>
    </form>`,
    html`<section aria-labelledby="feeds">
      <h2 id="feeds">${setting.locale.words.feedsAndCalendar}</h2>
      <p class="ways">${feedLinks(setting)}</p>
    </section>`,
  ]
  return document(view, setting, subscribe, parts, push === null ? undefined : formScript)
}

/** On a custom domain: where notifications can be enabled. */
function elsewhere({ pushAt, locale }: Setting): Html | false {
  if (pushAt === undefined) return false
  const link = html`<a href="${pushAt}">${new URL(pushAt).host}</a>`
  return html`<p class="about">
    ${fillHtml(locale.words.subscription.browserElsewhere, { link })}
  </p>`
}

/** Settings of the script as JSON; null if browser notifications are not offered. */
function pushOf({ pushKey: key, path, locale }: Setting): string | null {
  if (key === undefined) return null
  const words = locale.words.subscription
  const { browser, denied, waiting, failed, confirmed, unsubscribe, unsubscribed } = words
  const often = locale.words.tooManyTries
  const messages = { browser, denied, waiting, failed, confirmed, unsubscribe, unsubscribed, often }
  return JSON.stringify({ key, scope: `${path}/`, words: messages })
}

const headOf = ({ page }: Subscription): Head => ({ name: page.name, look: lookOf(page) })

/** The confirm button; fetching the link proves nothing, because mail scanners fetch it too. */
export const renderConfirm = (found: Subscription, setting: Setting, isDone: boolean): Page => {
  const words = setting.locale.words.subscription
  return document(headOf(found), setting, setting.locale.words.subscribe, [
    isDone
      ? said(words.confirmed, false)
      : html`<form method="post" class="card subscribe">
          <button type="submit">${words.confirm}</button>
        </form>`,
  ])
}

/** How the subscriber got here: by the unsubscribe link, whose button is then first, or by saving. */
export type Came = "to_end" | "saved" | "none_chosen" | null

/** The form to change or end a subscription. */
export function renderManage(
  found: Subscription,
  setting: Setting,
  token: string,
  came: Came,
): Page {
  const words = setting.locale.words.subscription
  const components = found.page.resources.map(({ id, displayName: name }) => ({ id, name }))
  const chosen = found.isWholePage ? null : found.resources.map(({ resourceId }) => resourceId)
  const path = `/subscriptions/${token}`
  const end = html`<form method="post" action="${path}/unsubscribe" class="subscribe">
    <button type="submit" class="${came === "to_end" ? "" : "quiet"}">${words.unsubscribe}</button>
  </form>`
  return document(headOf(found), setting, words.yours, [
    came === "saved" && said(words.saved, false),
    came === "none_chosen" && said(words.noneChosen, true),
    came === "to_end" && end,
    html`<form method="post" action="${path}" class="card subscribe">
      ${choices(components, chosen, setting)} ${languageField(found.language, setting)}
      <button type="submit" class="${came === "to_end" ? "quiet" : ""}">${words.save}</button>
    </form>`,
    came !== "to_end" && end,
  ])
}

export const renderUnsubscribed = (found: Subscription, setting: Setting): Page => {
  const words = setting.locale.words.subscription
  return document(headOf(found), setting, words.yours, [said(words.unsubscribed, false)])
}

/** The same page for invalid and expired links. */
export const renderOldLink = (setting: Setting): Page => {
  const words = setting.locale.words.subscription
  return layout(
    { ...plain, title: words.oldLink, description: words.oldLink, setting, look: plainLook },
    html`<main class="access"><h1>${words.oldLink}</h1></main>`,
  )
}

const plain = { mood: "unknown", hasFeed: false, hasForm: true } as const

function document(
  head: Head,
  setting: Setting,
  title: string,
  parts: (Html | false)[],
  script?: Script,
): Page {
  const { name, look } = head
  return layout(
    { ...plain, title: `${title} · ${name}`, description: title, setting, look, script },
    html`<header>
        <p class="brand"><a href="${hrefOf(setting, "")}" dir="auto">${name}</a></p>
      </header>
      <main>
        <h1>${title}</h1>
        ${parts.filter((part) => part !== false)}
      </main>`,
  )
}

const said = (words: string, isFault: boolean): Html =>
  html`<p class="card ${isFault ? "fault" : "answer"}" role="status">${words}</p>`

/** Language of the notices, with native names. */
function languageField(chosen: string, { locale }: Setting): Html {
  const on = html` selected`
  return html`<label for="language">${locale.words.language}</label>
    <select id="language" name="language">
      ${languages.map(
        (one) =>
          html`<option value="${one}" lang="${one}" ${one === chosen && on}>
            ${wordsOf[one].name}
          </option>`,
      )}
    </select>`
}

/**
 * Checkboxes of components, shown if "only these" is chosen.
 * @param chosen null for the whole page; empty if every chosen component was removed from it.
 */
function choices(
  all: readonly Choice[],
  chosen: readonly string[] | null,
  { locale }: Setting,
): Html {
  const words = locale.words.subscription
  const isWhole = chosen === null
  const on = html` checked`
  const scope = (value: string, isOn: boolean, label: string) =>
    html`<label><input type="radio" name="scope" value="${value}" ${isOn && on} /> ${label}</label>`
  return html`<fieldset>
    <legend>${locale.words.components}</legend>
    ${scope("page", isWhole, words.wholePage)} ${scope("components", !isWhole, words.onlyThese)}
    ${all.map(
      ({ id, name }) =>
        html`<label class="inner"
          ><input
            type="checkbox"
            name="component"
            value="${id}"
            ${chosen?.includes(id) === true && on}
          />
          <span dir="auto">${name}</span></label
        >`,
    )}
  </fieldset>`
}
