import { Empty } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { useProject } from "./project-context.ts"

type Props = { label: string; needs: readonly string[] }

/** Instead of a page that the viewer may not see: what is missing, and who can grant it. */
export function NoAccess({ label, needs }: Props) {
  const { permissions, isLimitedToLabels } = useProject()
  const missing = needs.filter((one) => !permissions.includes(one))
  return (
    <>
      <PageHead title={label} />
      <Empty title="You do not have access to this page">
        <p>
          {isLimitedToLabels
            ? "Your access is limited to monitors with certain labels. This page is about the whole project."
            : `Your role in this project does not include ${missing.join(" and ")}.`}
        </p>
        <p className="muted small">An owner or admin of the project can change this.</p>
      </Empty>
    </>
  )
}
