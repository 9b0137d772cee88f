export { type Finding, findings } from './findings.ts';
export { type ImportedOrders, importOrders, removeOrder } from './orders/import-orders.ts';
export { ORDER_COLUMNS, type OrderColumn } from './orders/order-file.ts';
export { type OutcomesReport, outcomesReport, type Tally } from './outcomes-report.ts';
