import { Empty } from "../ui/empty.tsx"
import { useTitle } from "../ui/page-title.ts"
import { useProject } from "./project-context.ts"

type Props = { label: string; needs: readonly string[] }

/** Instead of a page that the viewer may not see: what is missing, and who can grant it. */
export function NoAccess({ label, needs }: Props) {
  const { permissions, isLimitedToLabels } = useProject()
  useTitle(label)
  const missing = needs.filter((one) => !permissions.includes(one))
  return (
    <>
      <h1>{label}</h1>
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
