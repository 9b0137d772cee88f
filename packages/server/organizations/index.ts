export {
  createOrganization,
  organizationName,
  organizationOf,
  renameOrganization,
} from './create-organization.ts';
export { confirmDeletion, type DeletedOrganization, deleteOrganization } from './delete-organization.ts';
