import { html, type Html } from "../../platform/html.ts"
import { card } from "../card.ts"

const home = html`<p><a href="/">Open Watchkeeper</a></p>`
const refused = (refusal: string | null): Html | false =>
  refusal !== null && html`<p class="refused" role="alert">${refusal}</p>`

export const renderAsk = (refusal: string | null): string =>
  card(
    "Reset your password",
    html`<h1>Reset your password</h1>
      <p>
        Enter the e-mail address of your account. We will send you a link to choose a new password.
      </p>
      ${refused(refusal)}
      <form method="post">
        <label for="email">E-mail</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          maxlength="254"
          required
        />
        <button type="submit">Send link</button>
      </form>
      ${home}`,
  )

export const renderChoose = (refusal: string | null): string =>
  card(
    "Choose a new password",
    html`<h1>Choose a new password</h1>
      <p>You will be signed out on all devices.</p>
      ${refused(refusal)}
      <form method="post">
        <label for="password">New password (at least 10 characters)</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="10"
          maxlength="128"
          required
        />
        <button type="submit">Change password</button>
      </form>
      ${home}`,
  )

export const renderConfirm = (): string =>
  card(
    "Confirm your address",
    html`<h1>Confirm your address</h1>
      <p>Once it is confirmed, alerts can reach you by e-mail.</p>
      <form method="post"><button type="submit">Confirm address</button></form>
      ${home}`,
  )

export const renderTakeBack = (): string =>
  card(
    "Take back the change of your second factor",
    html`<h1>Was this not you?</h1>
      <p>
        This restores your second factor as it was before, signs you out everywhere and voids your
        password, so that you can choose a new one.
      </p>
      <form method="post"><button type="submit">Take back the change</button></form>
      ${home}`,
  )

/** How it ended. */
export const renderEnd = (headline: string, words: string): string =>
  card(
    headline,
    html`<h1>${headline}</h1>
      <p>${words}</p>
      ${home}`,
  )
