import { useRead } from "../live/live-read.ts"
import { Part, SettingRow } from "../settings/part.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Glyph } from "../ui/glyph.tsx"
import { textOf } from "../ui/finding-words.ts"
import { Findings } from "../ui/findings.tsx"
import { OwnReadiness as OwnReadinessDocument } from "./account-documents.ts"

type Project = { id: string; name: string }

/** Each takes a request. */
const projectsShown = 10

/** Whether pages of the viewer's projects would arrive. */
export const OwnReadiness = ({ me, projects }: { me: string; projects: readonly Project[] }) => (
  <Part
    title="Readiness"
    text="Whether the rules that page you can reach you."
    side={<ButtonLink to="/account/contact">Contact methods</ButtonLink>}
  >
    <ul>
      {projects.slice(0, projectsShown).map((project) => (
        <OfProject key={project.id} me={me} project={project} />
      ))}
    </ul>
  </Part>
)

function OfProject({ me, project: { id, name } }: { me: string; project: Project }) {
  const { data, error } = useRead(OwnReadinessDocument, { projectId: id })
  const own = data?.project?.onCallReadiness.warnings.filter(({ userId }) => userId === me)
  const isReady = own?.length === 0
  return (
    <SettingRow
      mark={<Glyph mood={own === undefined ? "unknown" : isReady ? "good" : "warning"} />}
      title={name}
      sub={
        own === undefined
          ? (error ?? "Checking…")
          : isReady
            ? "Nothing keeps a page from reaching you."
            : own.map(({ finding }) => (
                <p key={textOf([finding])}>
                  <Findings of={[finding]} />
                </p>
              ))
      }
    />
  )
}
