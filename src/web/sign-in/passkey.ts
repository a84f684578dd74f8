import { ask, send, type Answer } from "./session.ts"

/** Why this browser cannot use passkeys at this address; null if it can. */
export function passkeyObstacle(): string | null {
  const { hostname } = location
  if (/^\[|^[\d.]+$/.test(hostname)) {
    return `Passkeys need a host name. This page was opened at the IP address ${hostname}.`
  }
  if (!isSecureContext) return "Passkeys need HTTPS. This page was opened over plain HTTP."
  const isSupported =
    "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential
  return isSupported ? null : "This browser does not support passkeys."
}

/** A passkey's signature, a message for the person, or null if they closed the browser's dialog. */
export type Chosen = PublicKeyCredential | string | null

/** Asks for a passkey of this device to sign in with. */
export async function choosePasskey(
  options: Pick<CredentialRequestOptions, "mediation" | "signal">,
): Promise<Chosen> {
  const asked = await ask("/passkey/generate-authenticate-options")
  if (!asked.ok) return asked.message
  const json = { ...asked.body, userVerification: "required" } as unknown as RequestJson
  return fromDevice(json.rpId, () =>
    navigator.credentials.get({
      ...options,
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json),
    }),
  )
}

/** Makes a passkey on this device. */
export async function makePasskey(): Promise<Chosen> {
  const asked = await ask("/passkey/generate-register-options")
  if (!asked.ok) return asked.message
  const json = asked.body as unknown as PublicKeyCredentialCreationOptionsJSON
  return fromDevice(json.rp.id, () =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    }),
  )
}

export const signInWith = (chosen: PublicKeyCredential): Promise<Answer> =>
  send("/passkey/verify-authentication", { response: chosen.toJSON() })

export const savePasskey = (chosen: PublicKeyCredential): Promise<Answer> =>
  send("/passkey/verify-registration", { response: chosen.toJSON() })

type RequestJson = PublicKeyCredentialRequestOptionsJSON

async function fromDevice(
  host: string | undefined,
  request: () => Promise<Credential | null>,
): Promise<Chosen> {
  try {
    const credential = await request()
    return credential instanceof PublicKeyCredential ? credential : null
  } catch (error) {
    switch (error instanceof DOMException ? error.name : "") {
      case "AbortError":
      case "NotAllowedError":
        return null
      case "InvalidStateError":
        return "This device already has a passkey for your account."
      case "SecurityError":
        return `Passkeys work only at ${host}. This page was opened at ${location.hostname}.`
      default:
        return `The browser could not use a passkey: ${String(error)}`
    }
  }
}
