import { graphql } from "../graphql.ts"

export const MyProjects = graphql(`
  query MyProjects {
    projects(first: 100) {
      edges {
        node {
          id
          name
          permissions
        }
      }
    }
  }
`)

export const CreateProject = graphql(`
  mutation CreateProject($name: String!) {
    createProject(name: $name) {
      id
      name
      permissions
    }
  }
`)

export const RenameProject = graphql(`
  mutation RenameProject($id: ID!, $name: String!) {
    renameProject(id: $id, name: $name) {
      id
      name
    }
  }
`)
