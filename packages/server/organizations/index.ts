export { createOrganization, organizationName, organizationOf } from './create-organization.ts';
