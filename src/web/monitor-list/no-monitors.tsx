import { Link } from "@tanstack/react-router"
import { useProject } from "../project/project-context.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Empty } from "../ui/empty.tsx"
import { Lighthouse } from "../ui/lighthouse.tsx"

/** Empty state of a project without monitors. */
export function NoMonitors() {
  const { pages, may, mayWhole } = useProject()
  if (!may("monitors:write")) {
    return (
      <Empty title="No monitors yet">
        <p>Ask an editor of this project to add one.</p>
      </Empty>
    )
  }
  return (
    <Empty title="No monitors yet" drawing={<Lighthouse />}>
      <p>
        Monitor a website, API, server, DNS record, certificate, or cron job. The first check runs
        right away.
      </p>
      <ButtonLink {...pages.newMonitor} variant="accent" icon="plus">
        Add your first monitor
      </ButtonLink>
      {mayWhole("monitors:write") && (
        <p className="muted small">
          Or <Link {...pages.importMonitors}>import monitors</Link> from another product.
        </p>
      )}
    </Empty>
  )
}
