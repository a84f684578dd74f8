import type { LinkProps } from "@tanstack/react-router"
import { Empty, Failed, Waiting } from "../ui/empty.tsx"
import { PageHead } from "../ui/page-head.tsx"

type Props = {
  /** "Policy". */
  noun: string
  read: { error: string | null; isFirst: boolean; again(): void }
  back: LinkProps & { label: string }
}

/** Instead of a page about one thing: while it is read, if that failed, and if there is none. */
export const NoItem = ({ noun, read: { error, isFirst, again }, back }: Props) => (
  <>
    <PageHead title={noun} back={back} />
    {isFirst ? (
      <Waiting />
    ) : error === null ? (
      <Empty title={`${noun} not found`}>
        <p>It may have been deleted, or belong to another project.</p>
      </Empty>
    ) : (
      <Failed message={error} onAgain={again} />
    )}
  </>
)
