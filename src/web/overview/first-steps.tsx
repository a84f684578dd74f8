import { Link, type LinkProps } from "@tanstack/react-router"
import { useMemo } from "react"
import { createChoice } from "../ui/browser-choice.ts"
import { useProject } from "../project/project-context.ts"
import { Icon } from "../ui/icon.tsx"
import type { Setup } from "./overview-documents.ts"
import "./first-steps.css"

type Step = {
  key: keyof Setup
  title: string
  why: string
  permission: string
} & ({ to: NonNullable<LinkProps["to"]> } | { href: string })

const steps: readonly Step[] = [
  {
    key: "hasMonitor",
    title: "Create a monitor",
    why: "Checked from the first minute",
    permission: "monitors:write",
    to: "/projects/$projectId/monitors/new",
  },
  {
    key: "hasContactMethod",
    title: "Add a contact method",
    why: "E-mail, SMS, call, chat, or push",
    permission: "project:read",
    to: "/account/contact",
  },
  {
    key: "hasOnCallPolicy",
    title: "Create an on-call policy",
    why: "Who is paged, and who is next",
    permission: "on_call:write",
    to: "/projects/$projectId/on-call",
  },
  {
    key: "hasStatusPage",
    title: "Publish a status page",
    why: "Keep your customers informed",
    permission: "status_pages:write",
    to: "/projects/$projectId/status-pages/new",
  },
  {
    key: "hasTeammate",
    title: "Invite a teammate",
    why: "Nobody is on call alone",
    permission: "members:write",
    to: "/projects/$projectId/settings/members",
  },
  {
    key: "hasTestArrived",
    title: "Send yourself a test message",
    why: "Done once it is accepted",
    permission: "project:read",
    to: "/account/contact",
  },
]

/** Setup steps for people who may do them; hidden once all are done, or once dismissed in this browser. */
export function FirstSteps({ setup }: { setup: Setup }) {
  const { id: projectId, may } = useProject()
  const list = useMemo(
    () => createChoice(`watchkeeper.first-steps.${projectId}`, ["shown", "dismissed"]),
    [projectId],
  )
  const own = steps.filter(({ key, permission }) => may(permission) && setup[key] !== undefined)
  const done = own.filter(({ key }) => setup[key]).length
  const isDismissed = list.use() === "dismissed"
  if (isDismissed || done === own.length || !may("monitors:write")) return null
  return (
    <section className="card" aria-labelledby="first-steps">
      <div className="card-head overview-head">
        <h2 id="first-steps">First steps</h2>
        <span className="first-steps-tools">
          <span className="muted small">
            {done} of {own.length} done
          </span>
          <button
            type="button"
            className="first-steps-close"
            aria-label="Dismiss first steps"
            onClick={() => list.set("dismissed")}
          >
            <Icon name="close" size={16} />
          </button>
        </span>
      </div>
      <div className="first-steps-progress" aria-hidden="true">
        <span style={{ width: `${(done / own.length) * 100}%` }} />
      </div>
      <ul className="first-steps">
        {own.map((step) => (
          <StepLine key={step.key} step={step} isDone={setup[step.key] === true} />
        ))}
      </ul>
    </section>
  )
}

function StepLine({ step, isDone }: { step: Step; isDone: boolean }) {
  const { id: projectId } = useProject()
  const { title, why } = step
  return (
    <li data-done={isDone || undefined}>
      <span className="first-steps-mark">{isDone && <Icon name="check" size={14} />}</span>
      <div>
        {isDone ? (
          <span>
            {title}
            <span className="unseen"> (done)</span>
          </span>
        ) : "to" in step ? (
          <Link className="row-link" to={step.to} params={{ projectId }}>
            {title}
          </Link>
        ) : (
          <a className="row-link" href={step.href}>
            {title}
          </a>
        )}
        {!isDone && <span className="muted small">{why}</span>}
      </div>
      {!isDone && <Icon name="more" size={16} />}
    </li>
  )
}
