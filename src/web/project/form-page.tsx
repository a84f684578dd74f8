import type { LinkProps } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { ButtonLink } from "../ui/button.tsx"
import { Failed, PageWaiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { NoAccess } from "./no-access.tsx"
import { useProject } from "./project-context.ts"

type Props = {
  title: string
  /** Permissions that sending the form needs. */
  needs: readonly string[]
  back: LinkProps & { label: string }
  sub?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  /** True while it is read what the form begins with. */
  isWaiting?: boolean
  /** The form, with its link to leave it. */
  children(cancel: ReactNode): ReactNode
}

/** A page that consists of a form. */
export function FormPage(props: Props) {
  const { title, needs, back, sub, actions, isWaiting = false, children } = props
  const { may } = useProject()
  if (!needs.every(may)) return <NoAccess label={title} needs={needs} />
  if (isWaiting) return <PageWaiting title={title} />
  const { label: _page, ...link } = back
  return (
    <>
      <PageHead title={title} back={back} sub={sub}>
        {actions}
      </PageHead>
      {children(
        <ButtonLink variant="quiet" {...link}>
          Cancel
        </ButtonLink>,
      )}
    </>
  )
}

type EditProps<Item> = Omit<Props, "title" | "isWaiting" | "children"> & {
  /** "policy". */
  noun: string
  title?: string | undefined
  read: { error: string | null; isFirst: boolean; again(): void }
  item: Item | null | undefined
  children(item: Item, cancel: ReactNode): ReactNode
}

/** A page that edits what it reads first. */
export function EditPage<Item>(props: EditProps<Item>) {
  const { noun, title = `Edit ${noun}`, read, item, children, ...page } = props
  const { error, isFirst, again } = read
  return (
    <FormPage {...page} title={title} isWaiting={isFirst}>
      {(cancel) =>
        item ? (
          children(item, cancel)
        ) : (
          <Failed message={error ?? `There is no such ${noun}.`} onAgain={again} />
        )
      }
    </FormPage>
  )
}
