import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import { useBuilder } from "./builder-context.ts"
import { FormCard } from "./form-card.tsx"
import type { StatusPage } from "./status-page-documents.ts"
import { PublishStatusPage, RestrictStatusPage } from "./visitor-documents.ts"

type Kind = "PUBLIC" | "MEMBERS" | "PASSWORD" | "EMAIL"

const kinds: { kind: Kind; title: string; text: string }[] = [
  { kind: "PUBLIC", title: "Public", text: "Everyone; search engines may list it." },
  { kind: "PASSWORD", title: "Password", text: "Everyone who knows a password." },
  {
    kind: "EMAIL",
    title: "E-mail domains",
    text: "People with an address at your domains, by a link in an e-mail.",
  },
  { kind: "MEMBERS", title: "Members only", text: "People who are signed in to this project." },
]

const kindOf = ({ isPublic, access }: StatusPage): Kind =>
  isPublic ? "PUBLIC" : (access?.kind ?? "MEMBERS")

/** Who can see the page. */
export function AccessTab(): ReactNode {
  const { page, again } = useBuilder()
  const publish = useChange(PublishStatusPage)
  const restrict = useChange(RestrictStatusPage)
  const saved = kindOf(page)
  const savedDomains = page.access?.emailDomains.join("\n") ?? ""
  const [chosen, setChosen] = useState<Kind | null>(null)
  const [password, setPassword] = useState("")
  const [domains, setDomains] = useState<string | null>(null)
  const kind = chosen ?? saved
  const isDirty =
    kind !== saved ||
    (kind === "PASSWORD" && password !== "") ||
    (kind === "EMAIL" && domains !== null && domains !== savedDomains)
  const discard = () => {
    setChosen(null)
    setPassword("")
    setDomains(null)
  }
  const send = async (form: FormData) => {
    const done =
      kind === "PUBLIC"
        ? await publish.run({ id: page.id })
        : await restrict.run({
            id: page.id,
            kind: kind === "MEMBERS" ? null : kind,
            ...(kind === "PASSWORD" ? { password: entry(form, "password") } : {}),
            ...(kind === "EMAIL" ? { emailDomains: linesOf(entry(form, "emailDomains")) } : {}),
          })
    if (done === null) return
    discard()
    toast("Saved")
    again()
  }
  return (
    <FormCard
      title="Who can see this page"
      text="To everyone else, a private page looks as if it did not exist."
      isDirty={isDirty}
      isBusy={publish.isRunning || restrict.isRunning}
      refusal={restrict.refusal ?? publish.refusal}
      verb={kind === "PUBLIC" && saved !== "PUBLIC" ? "Publish" : "Save"}
      onSend={send}
      onDiscard={discard}
    >
      <legend className="unseen">Access</legend>
      <div className="access-kinds">
        {kinds.map((one) => (
          <label key={one.kind} className="kind">
            <input
              type="radio"
              name="kind"
              value={one.kind}
              checked={one.kind === kind}
              onChange={() => setChosen(one.kind)}
            />
            <span>
              <strong>{one.title}</strong>
              <span className="muted small">{one.text}</span>
            </span>
          </label>
        ))}
      </div>
      {kind === "PASSWORD" && (
        <TextField
          label={saved === "PASSWORD" ? "New password" : "Password"}
          name="password"
          type="text"
          autoComplete="off"
          spellCheck={false}
          hint="At least 8 characters. Visitors who entered an earlier one must enter the new one."
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {kind === "EMAIL" && (
        <TextArea
          label="E-mail domains"
          name="emailDomains"
          rows={3}
          spellCheck={false}
          placeholder="example.com"
          hint="One per line. Subdomains are not included."
          value={domains ?? savedDomains}
          onChange={({ target }) => setDomains(target.value)}
        />
      )}
      {saved === "PUBLIC" && kind !== "PUBLIC" && (page.subscribers?.totalCount ?? 0) > 0 && (
        <p className="muted small">
          Its {page.subscribers?.totalCount} subscribers get no notices while the page is private.
        </p>
      )}
    </FormCard>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.replace(/^.*@/, "").trim())
    .filter((line) => line !== "")
