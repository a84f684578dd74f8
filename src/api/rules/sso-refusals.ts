/** Why the identity provider's answer signed nobody in, in words for the person. */
export type SsoRefusal = { code: string; message: string; advice: string }

type Answered = { code: string; description: string | null }
type Sentences = (name: string) => Omit<SsoRefusal, "code">

const again = "Try again."
const operator = "the person who runs this installation"

const expired: Sentences = () => ({
  message: "The sign-in took too long, or was started in another browser.",
  advice: "Start it again in this browser.",
})
const unverifiable: Sentences = (name) => ({
  message: `The answer of ${name} could not be verified.`,
  advice: `${again} If it fails again, ask ${operator} to compare certificate, audience and clock with those of ${name}.`,
})
const unreachable: Sentences = (name) => ({
  message: `${name} did not complete the sign-in.`,
  advice: `Try again in a minute. If it fails again, ask ${operator} to check the connection to ${name} and the client's secret.`,
})

const known: Readonly<Record<string, Sentences>> = {
  access_denied: (name) => ({
    message: `The sign-in was canceled, or ${name} does not let you use Watchkeeper.`,
    advice: `${again} If ${name} refused you, ask its administrator for access.`,
  }),
  state_mismatch: expired,
  state_not_found: expired,
  state_security_mismatch: expired,
  invalid_state: expired,
  please_restart_the_process: expired,
  replay_detected: () => ({ message: "This sign-in was already used.", advice: "Start it again." }),
  invalid_saml_response: unverifiable,
  unsolicited_response: (name) => ({
    message: `The sign-in was started at ${name}, which is not accepted.`,
    advice: "Start it here.",
  }),
  invalid_provider: unreachable,
  discovery_failed: unreachable,
}

/** Reasons that the verb words itself, for the person's own address. */
const own: Readonly<Record<string, Sentences>> = {
  sso_domain: (name) => ({
    message: `Your address at ${name} is not accepted here.`,
    advice: `Sign out at ${name}, and sign in there with your work address.`,
  }),
  sso_email_unverified: (name) => ({
    message: `Your e-mail address is not verified at ${name}.`,
    advice: `Verify it at ${name}, then sign in again.`,
  }),
  sso_email_invalid: (name) => ({
    message: `${name} sent an address that is not a valid e-mail address.`,
    advice: `Ask the administrator of ${name} to correct your address.`,
  }),
  deactivated: (name) => ({
    message: `Your account was deactivated at ${name}.`,
    advice: `Ask the administrator of ${name} for access.`,
  }),
  sso_subject_changed: (name) => ({
    message: `Another user of ${name} has the account with your address.`,
    advice: `Ask ${operator}. If you are the same person, they can unlink the account.`,
  }),
}

export function refusalOf({ code: given, description }: Answered, name: string): SsoRefusal {
  const code = given.toLowerCase()
  const worded = own[code]?.(name)
  if (worded !== undefined) return { code, ...worded, message: description ?? worded.message }
  const sentences = known[code] ?? (code.includes("saml") ? unverifiable : null)
  if (sentences !== null) return { code, ...sentences(name) }
  return {
    code,
    message: `The sign-in at ${name} failed.`,
    advice: `${again} If it fails again, tell ${operator} the code below.`,
  }
}
