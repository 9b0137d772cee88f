-- Spreads the tables of tenants over the machines of a Citus by organization. For the schema only: the commits of nodes still
-- use a lock that Citus refuses (docs/design/storage.md, "Spread over machines"). To be run once, on the coordinator, after the
-- first start of a node has made the tables (STORAGE=cluster), and best before anything is in them:
--   psql --set ON_ERROR_STOP=1 --single-transaction --file citus.sql "$DATABASE_URL"
-- What is not named here stays a table of the coordinator, through which all nodes connect: it is small, and some of it is
-- rewritten by every group of commits.

-- Joined with tables of tenants: a copy on every machine.
SELECT create_reference_table('organizations');

-- All facts of an organization lie together, on one machine.
SELECT create_distributed_table('sessions', 'organization_id');
SELECT create_distributed_table('signal_runs', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('batches', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('snapshots', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('session_rulings', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('events', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('exposures', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('decisions', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('orders', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('usage', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('counted_requests', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('audit_log', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('catalogues', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('models', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('current_versions', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('artefacts', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('parts', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('gradings', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('filled_cells', 'organization_id', colocate_with => 'sessions');
SELECT create_distributed_table('kept_files', 'organization_id', colocate_with => 'sessions');
