import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Icon } from "../ui/icon.tsx"
import { PageRows } from "../project/page-rows.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { OnCallHead } from "./on-call-head.tsx"
import { Policies as PoliciesDocument, type PolicyRow } from "./policy-documents.ts"
import { PolicyMenu } from "./policy-menu.tsx"
import { afterWords } from "./policy-steps.tsx"
import { TargetMark } from "./target.tsx"
import "./policies.css"

export function Policies(): ReactNode {
  const { id: projectId, may } = useProject()
  const { data, error, again } = useRead(PoliciesDocument, { projectId })
  useOnCallChanges(projectId, again)
  const policies = data?.project?.onCallPolicies.edges.map(({ node }) => node)
  const warnings = data?.project?.onCallReadiness.warnings ?? []
  const warned = new Set(warnings.map(({ policyId }) => policyId))
  return (
    <>
      <OnCallHead title="Policies" sub="Who is paged for an alert, and in which order">
        {may("on_call:write") && <NewPolicy />}
      </OnCallHead>
      <PageRows
        list={{ rows: policies, error, again }}
        waiting={4}
        empty={
          <Empty title="No policies yet">
            <p>
              Without a policy, alerts page the project’s owners and admins. A policy pages people,
              teams, rotations or channels in steps until somebody acknowledges.
            </p>
            {may("on_call:write") && <NewPolicy />}
          </Empty>
        }
      >
        {(policy) => (
          <Row key={policy.id} policy={policy} isWarned={warned.has(policy.id)} onChange={again} />
        )}
      </PageRows>
    </>
  )
}

function NewPolicy() {
  const { pages } = useProject()
  return (
    <ButtonLink {...pages.newPolicy} variant="accent" icon="plus">
      Create policy
    </ButtonLink>
  )
}

type RowProps = { policy: PolicyRow; isWarned: boolean; onChange(): void }

function Row({ policy, isWarned, onChange }: RowProps) {
  const { pages } = useProject()
  const { id, name, isDefault, rules, repeatCount, monitorCount } = policy
  return (
    <li className="policy-row grid-row hovers">
      <div className="policy-name">
        <Link className="row-link" {...pages.policy(id)}>
          {name}
        </Link>{" "}
        {isDefault && <Badge tone="accent">Default</Badge>}{" "}
        {isWarned && <Badge tone="warning">May reach nobody</Badge>}
      </div>
      <ol className="policy-chain" aria-label={`Rules of ${name}`}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <span className="policy-delay">{afterWords(rule.delayMinutes)}</span>
            {rule.targets.map((target) => (
              <span key={`${target.kind} ${target.id}`} className="policy-chip">
                <TargetMark target={target} />
                <span className="clip">{target.name}</span>
              </span>
            ))}
          </li>
        ))}
        {rules.length === 0 && <li className="muted">Pages owners and admins</li>}
      </ol>
      <span className="policy-figure muted small">
        {monitorCount !== undefined && (
          <>
            <Icon name="monitors" size={16} /> {monitorCount}
            <span className="unseen"> {monitorCount === 1 ? "monitor" : "monitors"}</span>
          </>
        )}
      </span>
      <span className="policy-figure muted small">
        {repeatCount > 0 ? `${repeatCount} × repeat` : "No repeat"}
      </span>
      <PolicyMenu policy={policy} onChange={onChange} />
    </li>
  )
}
