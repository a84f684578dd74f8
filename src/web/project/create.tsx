import { useChange } from "../live/change.ts"
import { Button } from "../part/button.tsx"
import { Form, TextField } from "../part/field.tsx"
import { useTitle } from "../part/title.ts"
import { Link } from "../router/link.tsx"
import { navigate } from "../router/route.ts"
import { Gate } from "../session/gate.tsx"
import { signOut } from "../session/session.ts"
import { CreateProject } from "./documents.ts"
import { entry } from "../part/entry.ts"

type Props = { isFirst: boolean; onMade(): void }

export function NewProject({ isFirst, onMade }: Props) {
  useTitle("New project")
  const create = useChange(CreateProject)
  const make = async (form: FormData) => {
    const made = await create.run({ name: entry(form, "name") })
    if (made === null) return
    onMade()
    navigate(`/projects/${made.createProject.id}/monitors`, { replace: true })
  }
  return (
    <Gate title={isFirst ? "Name your first project" : "New project"}>
      <p className="muted">
        A project holds monitors, incidents and the people who look after them. Most teams need one.
      </p>
      <Form className="stack" refusal={create.refusal} onSend={(form) => void make(form)}>
        <TextField
          label="Project name"
          name="name"
          at="#/name"
          autoFocus
          autoComplete="off"
          placeholder="Acme shop"
        />
        <Button type="submit" look="accent" isBusy={create.isRunning}>
          Create project
        </Button>
      </Form>
      <p className="gate-foot">
        {isFirst ? (
          <button type="button" className="as-link" onClick={() => void signOut()}>
            Sign out
          </button>
        ) : (
          <Link to="/">Back</Link>
        )}
      </p>
    </Gate>
  )
}
