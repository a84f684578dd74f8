import { useState, type ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { Choice, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { SignUpEffect, type Group, type Setting, type Values } from "./setting-documents.ts"
import { counted } from "../ui/counted.ts"

type Of = (name: string) => Setting | undefined
type Fields = {
  /** The fields of the settings that can be changed here. */
  Fields(props: { of: Of }): ReactNode
  /** What a form sets; a secret that is left empty stays as it is. */
  read(form: FormData, of: Of): Values
}

const shown = (setting: Setting | undefined) => setting?.value ?? ""

const keep = (setting: Setting | undefined) =>
  setting?.isSet === true ? "Leave it empty to keep what is set." : undefined

/** A user and a password as they stand in a URL. */
const account = (user: string, password: string) =>
  user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`

const mail: Fields = {
  Fields: ({ of }) => (
    <>
      {canSet(of("SMTP_URL")) && (
        <>
          <div className="setting-fields">
            <TextField
              label="Server"
              name="host"
              at="#/SMTP_URL"
              placeholder={shown(of("SMTP_URL")) || "smtp.example.com"}
              hint={keep(of("SMTP_URL"))}
            />
            <TextField
              label="Port"
              name="port"
              inputMode="numeric"
              placeholder="587"
              hint="587 with STARTTLS, 465 with TLS."
            />
          </div>
          <div className="setting-fields">
            <TextField label="User" name="user" autoComplete="off" />
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="new-password"
            />
          </div>
        </>
      )}
      {canSet(of("MAIL_FROM")) && (
        <TextField
          label="Sender"
          name="MAIL_FROM"
          defaultValue={shown(of("MAIL_FROM"))}
          placeholder="Watchkeeper <alerts@example.com>"
        />
      )}
    </>
  ),
  read(form, of) {
    const [host, port] = [entry(form, "host"), entry(form, "port") || "587"]
    const scheme = port === "465" ? "smtps" : "smtp"
    const url = `${scheme}://${account(entry(form, "user"), entry(form, "password"))}${host}:${port}`
    return [
      ...(host === "" ? [] : [{ name: "SMTP_URL", value: url }]),
      ...plain(form, of, ["MAIL_FROM"]),
    ]
  },
}

const phone: Fields = {
  Fields: ({ of }) => (
    <div className="setting-fields">
      <TextField
        label="Account SID"
        name="sid"
        at="#/TWILIO_URL"
        placeholder="AC…"
        hint="On the first page of the Twilio console."
      />
      <TextField label="Auth token" name="token" type="password" autoComplete="new-password" />
      <TextField
        label="Number that sends and calls"
        name="from"
        type="tel"
        defaultValue={shown(of("TWILIO_URL"))}
        placeholder="+15005550006"
      />
    </div>
  ),
  read: (form) => [
    {
      name: "TWILIO_URL",
      value: `https://${account(entry(form, "sid"), entry(form, "token"))}api.twilio.com?from=${encodeURIComponent(entry(form, "from").replaceAll(/[\s()-]/g, ""))}`,
    },
  ],
}

const baseUrl: Fields = {
  Fields: ({ of }) => (
    <TextField
      label="Base address"
      name="BASE_URL"
      type="url"
      defaultValue={shown(of("BASE_URL"))}
      hint="Links in messages lead there. You may have to sign in again at the new address; passkeys belong to its host name."
    />
  ),
  read: (form, of) => plain(form, of, ["BASE_URL"]),
}

const rules = [
  { value: "first", label: "The first person, then by invitation" },
  { value: "invited", label: "By invitation only" },
  { value: "open", label: "Anybody" },
]
const ruleOf = { first: "FIRST", invited: "INVITED", open: "OPEN" } as const

function SignUpFields({ of }: { of: Of }) {
  const [rule, setRule] = useState(shown(of("SIGN_UP")))
  return (
    <>
      <Choice
        label="Who may create an account"
        name="SIGN_UP"
        value={rule}
        onChange={({ currentTarget: { value } }) => setRule(value)}
        options={rules}
        hint="While anybody may, monitors do not reach private addresses."
      />
      {rule !== shown(of("SIGN_UP")) && <Effect rule={ruleOf[rule as keyof typeof ruleOf]} />}
    </>
  )
}

function Effect({ rule }: { rule: (typeof ruleOf)[keyof typeof ruleOf] }) {
  const { data } = useRead(SignUpEffect, { rule })
  const effect = data?.signUpEffect
  if (!effect) return null
  const lists = [
    ["No longer checked", effect.forbidden],
    ["Checked again", effect.allowed],
  ] as const
  if (lists.every(([, monitors]) => monitors.length === 0)) {
    return <p className="muted small">This changes no monitor.</p>
  }
  return lists.map(
    ([title, monitors]) =>
      monitors.length > 0 && (
        <div key={title}>
          <h3>
            {title}: {counted(monitors.length, "monitor")}
          </h3>
          <ul className="small">
            {monitors.map(({ name, project }, at) => (
              <li key={`${project} ${name} ${at}`}>
                {name} <span className="muted">in {project}</span>
              </li>
            ))}
          </ul>
        </div>
      ),
  )
}

const signUp: Fields = {
  Fields: SignUpFields,
  read: (form, of) => plain(form, of, ["SIGN_UP"]),
}

const signOnTexts = [
  ["SSO_NAME", "Name on the sign-in page", "SSO"],
  ["SSO_DOMAINS", "Domains of its e-mail addresses", "example.com"],
  ["SSO_GROUPS_CLAIM", "Claim with the groups", "groups"],
  ["SSO_GROUPS", "Roles of groups", "group=project id:role"],
] as const

const signOn: Fields = {
  Fields: ({ of }) => (
    <>
      {canSet(of("SSO_OIDC_URL")) && (
        <div className="setting-fields">
          <TextField
            label="Issuer"
            name="issuer"
            at="#/SSO_OIDC_URL"
            type="url"
            placeholder={shown(of("SSO_OIDC_URL")) || "https://id.example.com"}
            hint={keep(of("SSO_OIDC_URL"))}
          />
          <TextField label="Client ID" name="client" autoComplete="off" />
          <TextField
            label="Client secret"
            name="secret"
            type="password"
            autoComplete="new-password"
          />
        </div>
      )}
      <div className="setting-fields">
        {signOnTexts.map(
          ([name, label, placeholder]) =>
            canSet(of(name)) && (
              <TextField
                key={name}
                label={label}
                name={name}
                defaultValue={shown(of(name))}
                placeholder={placeholder}
              />
            ),
        )}
        {canSet(of("SSO_ONLY")) && (
          <Choice
            label="Passwords and passkeys of these domains"
            name="SSO_ONLY"
            defaultValue={shown(of("SSO_ONLY"))}
            options={[
              { value: "false", label: "Accepted" },
              { value: "true", label: "Refused: single sign-on only" },
            ]}
          />
        )}
      </div>
    </>
  ),
  read(form, of) {
    const issuer = entry(form, "issuer")
    const url = issuer.replace(
      /^(https?:\/\/)/i,
      (scheme) => `${scheme}${account(entry(form, "client"), entry(form, "secret"))}`,
    )
    return [
      ...(issuer === "" ? [] : [{ name: "SSO_OIDC_URL", value: url }]),
      ...plain(form, of, [...signOnTexts.map(([name]) => name), "SSO_ONLY"]),
    ]
  },
}

export const fieldsOf: Record<Group, Fields> = {
  MAIL: mail,
  PHONE: phone,
  BASE_URL: baseUrl,
  SIGN_UP: signUp,
  SIGN_ON: signOn,
}

export const canSet = (setting: Setting | undefined): boolean =>
  setting !== undefined && setting.source !== "ENVIRONMENT"

/** Those that changed; an empty one is removed. */
const plain = (form: FormData, of: Of, names: readonly string[]): Values =>
  names
    .filter((name) => canSet(of(name)) && entry(form, name) !== shown(of(name)))
    .map((name) => ({ name, value: entry(form, name) || null }))
