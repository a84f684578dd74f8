import { useState, type ReactNode } from "react"
import { useChange } from "../live/apply-change.ts"
import { useRead } from "../live/live-read.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copy.tsx"
import { Form, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { toast } from "../ui/toast.tsx"
import { useSettled } from "../ui/use-settled.ts"
import { useBuilder } from "./builder-context.ts"
import type { Domain } from "./status-page-documents.ts"
import { AddDomain, DomainIssue, RemoveDomain, VerifyDomain } from "./visitor-documents.ts"
import { ConfirmChange } from "../live/confirm-change.tsx"
import { Card } from "../ui/card.tsx"

/** The page's own URL and custom domains with their DNS records. */
export function DomainTab(): ReactNode {
  const { page, again, mayWrite } = useBuilder()
  const add = useChange(AddDomain)
  const [made, setMade] = useState(0)
  const [typed, setTyped] = useState("")
  const wanted = useSettled(typed)
  const { data } = useRead(DomainIssue, { id: page.id, host: wanted }, { pause: wanted === "" })
  const issue = wanted === typed && typed !== "" ? data?.statusPage?.domainIssue : null
  const send = async (form: FormData) => {
    if ((await add.run({ statusPageId: page.id, host: entry(form, "host") })) === null) return
    setMade(made + 1)
    setTyped("")
    again()
  }
  return (
    <>
      <Card title="Address" text="Always works, also beside custom domains.">
        <div className="card-body">
          <Copyable text={page.url} label="URL" />
        </div>
      </Card>
      {page.domains.map((domain) => (
        <OneDomain key={domain.id} domain={domain} />
      ))}
      {mayWrite && page.domains.length < 10 && (
        <Card
          title="Add a custom domain"
          text="A subdomain of your own, such as status.example.com."
        >
          <div className="card-body">
            <Form key={made} className="inline-form" refusal={add.refusal} onSend={send}>
              <TextField
                label="Domain"
                name="host"
                autoComplete="off"
                spellCheck={false}
                placeholder="status.example.com"
                issue={issue && `${wanted} ${issue}`}
                onChange={({ target }) => setTyped(target.value)}
              />
              <Button type="submit" isBusy={add.isRunning}>
                Add domain
              </Button>
            </Form>
          </div>
        </Card>
      )}
    </>
  )
}

function OneDomain({ domain }: { domain: Domain }) {
  const { page, again, mayWrite } = useBuilder()
  const verify = useChange(VerifyDomain)
  const [isAsked, setAsked] = useState(false)
  const { id, host, isVerified } = domain
  const check = async () => {
    if ((await verify.run({ id })) === null) return
    toast(`${host} serves the page`)
    again()
  }
  return (
    <section className="card" aria-labelledby={`domain-${id}`}>
      <div className="card-head">
        <div className="row">
          <h2 id={`domain-${id}`}>{host}</h2>
          {isVerified ? (
            <Badge tone="good">Active</Badge>
          ) : (
            <Badge tone="warning">Not verified</Badge>
          )}
        </div>
        {mayWrite && (
          <div className="row">
            {!isVerified && (
              <Button isBusy={verify.isRunning} onClick={() => void check()}>
                Check DNS
              </Button>
            )}
            <Button variant="quiet" aria-label={`Remove ${host}`} onClick={() => setAsked(true)}>
              Remove
            </Button>
          </div>
        )}
      </div>
      <div className="card-body stack">
        {isVerified ? (
          <p>
            <a href={`https://${host}`} target="_blank" rel="noreferrer">
              https://{host}
            </a>{" "}
            <span className="muted small">serves this page.</span>
          </p>
        ) : (
          <ol className="dns-steps">
            <li>
              <p>Prove that the domain is yours with this TXT record:</p>
              <dl className="dns-record">
                <dt>Name</dt>
                <dd>
                  <Copyable text={domain.recordName} label="record name" />
                </dd>
                <dt>Value</dt>
                <dd>
                  <Copyable text={domain.recordValue} label="record value" />
                </dd>
              </dl>
            </li>
            <li>
              <p>
                Point <code>{host}</code> to this installation with a CNAME record to{" "}
                <code>{new URL(page.url).hostname}</code>.
              </p>
            </li>
            <li>
              <p>Check DNS. New records can take some minutes to be seen.</p>
            </li>
          </ol>
        )}
        {verify.refusal !== null && (
          <p className="refused" role="alert">
            {verify.refusal.message}
          </p>
        )}
      </div>
      {isAsked && (
        <ConfirmChange
          title={`Remove ${host}?`}
          text={
            isVerified
              ? "Visitors of this domain will no longer find the page. To use it again, verify it again."
              : "Its DNS record is no longer needed."
          }
          verb="Remove domain"
          document={RemoveDomain}
          variables={{ id }}
          onDone={again}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
