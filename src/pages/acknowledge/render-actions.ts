import type { Reader } from "../../channels/message-time.ts"
import { messageWords } from "../../channels/words/message-language.ts"
import { html, type Html } from "../../platform/html.ts"
import type { AlertPage } from "./read-alert-page.ts"
import { said } from "./said.ts"

const snoozes = [30, 60, 240, 480]

type Words = ReturnType<typeof messageWords>["acknowledgePage"]

/** What the reader can do now: the most urgent first, each one press away. */
export function renderActions(page: AlertPage, reader: Reader): Html {
  const { alert, recipient, isExpired, now, isOwn, mayResolve } = page
  const own = messageWords(reader.language).acknowledgePage
  if (isExpired) {
    return alert.resolvedAt === null && alert.acknowledgedAt === null
      ? html`<p><strong>${own.expired}</strong></p>`
      : html``
  }
  if (alert.resolvedAt !== null) return html`${noteForm(own)}`
  const isAcknowledged = alert.acknowledgedAt !== null
  const isSnoozed = !isAcknowledged && alert.snoozedUntil !== null && alert.snoozedUntil > now
  const isOthers = isAcknowledged && alert.acknowledgedBy !== recipient.name && !isOwn
  return html`
    ${!isAcknowledged && button("acknowledge", own.acknowledgeAs(recipient.name))}
    ${isOthers && recipient.kind === "person" && button("take", own.take)}
    ${helpForm(page, reader, own)} ${pageForm(page, own)}
    ${isSnoozed && button("unsnooze", own.endSnooze, "plain")}
    ${!isAcknowledged && !isSnoozed && snoozeForm(own)} ${noteForm(own)}
    ${
      mayResolve &&
      more(
        "resolve",
        own.resolve,
        html`<p class="quiet">${own.resolveHint}</p>
          ${button("resolve", own.resolve, "plain")}`,
      )
    }
  `
}

const button = (action: string, label: string, look = ""): Html =>
  html`<form method="post">
    <button type="submit" name="action" value="${action}" class="${look}">${label}</button>
  </form>`

const more = (id: string, label: string, body: Html): Html =>
  html`<details id="${id}">
    <summary>${label}</summary>
    ${body}
  </details>`

/** Says whom it pages, if that is known. */
function helpForm({ details }: AlertPage, reader: Reader, own: Words): Html {
  const due = details?.timeline.next.flatMap(({ title }) =>
    title.code === "step_due" ? title : [],
  )
  const next = due?.find(({ parameters }) => parameters.targets.length > 0)
  return html`<form method="post" class="help">
    <button type="submit" name="action" value="escalate" class="plain">${own.needHelp}</button>
    <p class="quiet">${next === undefined ? own.helpHint : said(reader, [next])}</p>
  </form>`
}

const options = (kind: string, all: { id: string; name: string }[]): Html[] =>
  all.map(({ id, name }) => html`<option value="${kind}:${id}">${name}</option>`)

function pageForm({ people, teams }: AlertPage, own: Words): Html | null {
  if (people.length + teams.length === 0) return null
  return more(
    "page",
    own.pageSomeone,
    html`<form method="post">
      <label for="whom">${own.whom}</label>
      <select id="whom" name="whom" required>
        ${
          people.length > 0 &&
          html`<optgroup label="${own.people}">${options("user", people)}</optgroup>`
        }
        ${teams.length > 0 && html`<optgroup label="${own.teams}">${options("team", teams)}</optgroup>`}
      </select>
      <label for="why">${own.noteForThem}</label>
      <input id="why" name="note" maxlength="500" autocomplete="off" />
      <button type="submit" name="action" value="page">${own.page}</button>
    </form>`,
  )
}

const snoozeForm = (own: Words): Html =>
  html`<form method="post" class="snooze">
    <input type="hidden" name="action" value="snooze" />
    <fieldset>
      <legend>${own.snooze}</legend>
      ${snoozes.map(
        (minutes) =>
          html`<button type="submit" name="minutes" value="${minutes}" class="plain">
            ${own.snoozeFor(minutes)}
          </button>`,
      )}
    </fieldset>
  </form>`

const noteForm = (own: Words): Html =>
  more(
    "note",
    own.note,
    html`<form method="post">
      <label for="body">${own.noteLabel}</label>
      <textarea id="body" name="body" maxlength="5000" rows="3" required></textarea>
      <button type="submit" name="action" value="note">${own.save}</button>
    </form>`,
  )
