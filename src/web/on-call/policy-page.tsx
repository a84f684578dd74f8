import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRead } from "../live/live-read.ts"
import { NoItem } from "../project/no-item.tsx"
import { useProject } from "../project/project-context.ts"
import { Badge } from "../ui/badge.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { useOnCallChanges } from "./follow-on-call.ts"
import { Policy } from "./policy-documents.ts"
import { PolicyMenu } from "./policy-menu.tsx"
import { PolicyMonitors } from "./policy-monitors.tsx"
import { PolicySteps } from "./policy-steps.tsx"
import { Readiness } from "./readiness.tsx"
import "./on-call.css"
import { Card } from "../ui/card.tsx"

const route = getRouteApi("/signed-in/frame/projects/$projectId/on-call/policies/$policyId")

export function PolicyPage(): ReactNode {
  const { id: projectId, may, pages } = useProject()
  const { policyId: id } = route.useParams()
  const navigate = useNavigate()
  const read = useRead(Policy, { id, projectId })
  const { data, again } = read
  useOnCallChanges(projectId, again)
  const policy = data?.onCallPolicy
  const back = { label: "Policies", ...pages.policies }
  if (!policy) return <NoItem noun="Policy" read={read} back={back} />
  const { name, description, isDefault, rules, repeatCount, repeatDelayMinutes } = policy
  const warnings = data.project?.onCallReadiness.warnings.filter(({ policyId }) => policyId === id)
  return (
    <>
      <PageHead
        title={name}
        back={back}
        sub={
          <span className="row">
            {isDefault && <Badge tone="accent">Default</Badge>}
            {description !== "" && <span className="words">{description}</span>}
          </span>
        }
      >
        {may("on_call:write") && (
          <ButtonLink {...pages.editPolicy(id)} variant="accent">
            Edit
          </ButtonLink>
        )}
        <PolicyMenu
          policy={policy}
          hasEdit={false}
          onChange={again}
          onDeleted={() => void navigate({ to: back.to, params: back.params, replace: true })}
        />
      </PageHead>
      <Readiness warnings={warnings ?? []} />
      <div className="with-pane">
        <Card title="Rules">
          <div className="card-body">
            <PolicySteps
              rules={rules.map((rule) => ({ key: rule.id, ...rule }))}
              repeatCount={repeatCount}
              repeatDelayMinutes={repeatDelayMinutes}
            />
          </div>
        </Card>
        <PolicyMonitors policy={policy} onChange={again} />
      </div>
    </>
  )
}
