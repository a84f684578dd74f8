import type { AddressInfo } from "node:net"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

export type Mail = { from: string; to: string[]; raw: string; parsed: Email }

type Refusal = { responseCode: number; message: string }

/** A real mail server on loopback, which stores mails. */
export async function startSmtp({ password = null }: { password?: string | null } = {}) {
  const mails: Mail[] = []
  const waiting: { count: number; resolve(): void }[] = []
  const held = {
    /** The response to a mail instead of accepting it; null to accept. */
    refusal: null as Refusal | null,
    /** The response to a recipient. */
    recipientRefusal: null as Refusal | null,
    /** Recipients that do not exist. */
    deadAddresses: new Set<string>(),
    /** Never responds. */
    isSilent: false,
    /** Accepts a mail, but delays the response until then. */
    until: null as Promise<void> | null,
  }
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: password === null,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username })
      else done(refuse({ responseCode: 535, message: "5.7.8 Bad credentials" }))
    },
    onRcptTo({ address }, _session, done) {
      const refusal = held.deadAddresses.has(address) ? unknownRecipient : held.recipientRefusal
      done(refusal === null ? null : refuse(refusal))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => void take(Buffer.concat(chunks).toString(), envelope, done))
    },
  })

  type Envelope = { mailFrom: { address: string } | false; rcptTo: { address: string }[] }

  async function take(raw: string, { mailFrom, rcptTo }: Envelope, done: Done) {
    if (held.isSilent) return
    if (held.refusal !== null) {
      done(refuse(held.refusal))
      return
    }
    mails.push({
      raw,
      from: mailFrom === false ? "" : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      parsed: await PostalMime.parse(raw),
    })
    for (const { count, resolve } of waiting) if (mails.length >= count) resolve()
    await held.until
    done(null)
  }

  // A killed sender resets its connection.
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    held,
    url: `smtp://127.0.0.1:${port}`,
    /** Resolves once this many mails were accepted in total. */
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        if (mails.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

const unknownRecipient: Refusal = { responseCode: 550, message: "5.1.1 No such user" }

type Done = (error: Error | null) => void

const refuse = ({ responseCode, message }: Refusal) =>
  Object.assign(new Error(message), { responseCode })
