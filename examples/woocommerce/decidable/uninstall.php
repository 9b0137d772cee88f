<?php
/**
 * Takes away what the plugin has kept, and the webhooks that it has made.
 *
 * @package Decidable
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( (array) get_option( 'decidable_webhooks', array() ) as $decidable_id ) {
	$decidable_webhook = function_exists( 'wc_get_webhook' ) ? wc_get_webhook( $decidable_id ) : null;
	if ( $decidable_webhook ) {
		$decidable_webhook->delete( true );
	}
}
foreach ( array( 'decidable', 'decidable_feed_token', 'decidable_webhooks' ) as $decidable_option ) {
	delete_option( $decidable_option );
}
