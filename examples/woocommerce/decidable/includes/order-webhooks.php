<?php
/**
 * Orders: WooCommerce delivers them by webhooks of its own, and this gives them their session.
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

/** The plugin uses orders and checkout by their own functions, so either kind of both will do. */
function decidable_declare_features() {
	$features = '\\Automattic\\WooCommerce\\Utilities\\FeaturesUtil';
	if ( ! class_exists( $features ) ) {
		return;
	}
	foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
		$features::declare_compatibility( $feature, dirname( __DIR__ ) . '/decidable.php', true );
	}
}

const DECIDABLE_TOPICS = array( 'order.created', 'order.updated', 'order.deleted' );

/**
 * Keeps the session of the visitor with the order, by the cookie that the SDK sets once the visitor allows it.
 *
 * @param WC_Order $order which is saved afterwards
 */
function decidable_keep_session( $order ) {
	// An answer may have run out while the cookie has not.
	if ( function_exists( 'wp_has_consent' ) && ! wp_has_consent( 'preferences' ) ) {
		return;
	}
	$ids     = array( 'options' => array( 'regexp' => '/^[\w.-]{16,128}$/D' ) );
	$session = filter_input( INPUT_COOKIE, 'decidable_session', FILTER_VALIDATE_REGEXP, $ids );
	if ( is_string( $session ) ) {
		$order->update_meta_data( '_decidable_session', $session );
	}
}

/**
 * Makes the webhooks of WooCommerce where address and secret of ours are given, and has those that are there deliver to the
 * address. The secret is taken out of the settings before they are saved.
 *
 * @param mixed $settings
 * @return mixed
 */
function decidable_take_secret( $settings ) {
	if ( ! is_array( $settings ) ) {
		return $settings;
	}
	$secret  = $settings['secret'] ?? '';
	$address = decidable_webhook_address( $settings );
	if ( '' !== $address ) {
		decidable_set_webhooks( $address, $secret );
	} elseif ( '' !== $secret && function_exists( 'add_settings_error' ) ) {
		$message = __( 'Give the secret once more, with the address of the webhook as it was shown, and the address of the service: no webhook was made.', 'decidable' );
		add_settings_error( 'decidable', 'decidable_webhook', $message );
	}
	$settings['secret'] = '';
	return $settings;
}

/**
 * Where orders are delivered: an address is taken as it is, a path is one of the service. Empty where there is none.
 *
 * @param array<string, string> $settings
 */
function decidable_webhook_address( $settings ) {
	$webhook = $settings['webhook'] ?? '';
	$service = $settings['address'] ?? '';
	if ( 1 === preg_match( '~^https?://~i', $webhook ) ) {
		return $webhook;
	}
	return '' !== $service && 0 === strpos( $webhook, '/' ) ? $service . $webhook : '';
}

/**
 * @param string $address
 * @param string $secret  empty where those that are there keep theirs, and none is made
 */
function decidable_set_webhooks( $address, $secret ) {
	$ids = (array) get_option( 'decidable_webhooks', array() );
	foreach ( DECIDABLE_TOPICS as $topic ) {
		$known = isset( $ids[ $topic ] ) ? wc_get_webhook( $ids[ $topic ] ) : null;
		if ( '' === $secret && ( ! $known || $known->get_delivery_url() === $address ) ) {
			continue;
		}
		$webhook = $known ? $known : new WC_Webhook();
		$webhook->set_delivery_url( $address );
		if ( '' !== $secret ) {
			$webhook->set_name( 'Decidable: ' . $topic );
			$webhook->set_user_id( get_current_user_id() );
			$webhook->set_topic( $topic );
			$webhook->set_api_version( 'wp_api_v3' );
			$webhook->set_secret( $secret );
			$webhook->set_status( 'active' );
		}
		$ids[ $topic ] = $webhook->save();
	}
	update_option( 'decidable_webhooks', $ids, false );
}

/** WooCommerce turns off in silence what it often failed to deliver: says which of our webhooks are not active. */
function decidable_print_inactive_webhooks() {
	$address = decidable_webhook_address( decidable_settings() );
	if ( '' === $address || ! class_exists( 'WC_Data_Store' ) || ! current_user_can( decidable_settings_capability() ) ) {
		return;
	}
	$links = array();
	foreach ( WC_Data_Store::load( 'webhook' )->get_webhooks_ids() as $id ) {
		$webhook = wc_get_webhook( $id );
		if ( $webhook && 'active' !== $webhook->get_status() && $webhook->get_delivery_url() === $address ) {
			$page    = admin_url( 'admin.php?page=wc-settings&tab=advanced&section=webhooks&edit-webhook=' . $id );
			$links[] = sprintf( '<a href="%s">%s</a>', esc_url( $page ), esc_html( $webhook->get_name() ) );
		}
	}
	if ( $links ) {
		$message = __( 'Decidable misses orders, as WooCommerce no longer delivers these webhooks. Set each to Active:', 'decidable' );
		printf( '<div class="notice notice-warning"><p>%s %s</p></div>', esc_html( $message ), implode( ', ', $links ) );
	}
}
