type Titled = { title: string; titleFinding: { text: string } | null }

/** A generated title in the reader's language, or what a person wrote. */
export const titleOf = ({ title, titleFinding }: Titled): string => titleFinding?.text ?? title
