import { Link } from "@tanstack/react-router"
import { useRead } from "../live/live-read.ts"
import { useProject } from "../project/project-context.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { Missing, Waiting } from "../ui/empty.tsx"
import { PoliciesOfChannel } from "./channel-documents.ts"
import { counted } from "../ui/counted.ts"
import { capital } from "../ui/capital.ts"

/** What the channel is paged for: the policies whose rules name it. */
export function ChannelUse({ channelId }: { channelId: string }) {
  const { id: projectId, pages } = useProject()
  const { data, error, isFirst, again } = useRead(PoliciesOfChannel, { projectId })
  const policies = data?.project?.onCallPolicies.edges
    .map(({ node }) => node)
    .filter(({ rules }) =>
      rules.some(({ targets }) => targets.some((target) => target.id === channelId)),
    )
  return (
    <Part title="Paged by" text="On-call policies with a rule that names this channel.">
      <Missing error={error} onAgain={again} />
      {isFirst && <Waiting rows={1} />}
      {policies?.length === 0 && (
        <div className="part-body">
          <p>
            No policy pages this channel yet. Add it to a rule on the{" "}
            <Link {...pages.policies}>policies page</Link>.
          </p>
        </div>
      )}
      <ul>
        {policies?.map(({ id, name, isDefault, monitorCount, rules }) => (
          <SettingRow
            key={id}
            title={<Link {...pages.policy(id)}>{name}</Link>}
            sub={
              <>
                {stepsOf(rules, channelId)}
                {monitorCount !== undefined && ` · ${counted(monitorCount, "monitor")}`}
                {isDefault && " · default policy"}
              </>
            }
          />
        ))}
      </ul>
    </Part>
  )
}

type Rules = readonly { delayMinutes: number; targets: readonly { id: string }[] }[]

/** "Step 1 at once, step 3 after 15 min". */
function stepsOf(rules: Rules, channelId: string): string {
  const steps = rules.flatMap(({ delayMinutes, targets }, at) =>
    targets.some(({ id }) => id === channelId)
      ? [`step ${at + 1} ${delayMinutes === 0 ? "at once" : `after ${delayMinutes} min`}`]
      : [],
  )
  const text = steps.join(", ")
  return capital(text)
}
