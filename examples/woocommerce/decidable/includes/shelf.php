<?php
/**
 * The block: products of a category in the visitor's order.
 *
 * @package Decidable
 */

defined( 'ABSPATH' ) || exit;

function decidable_register_shelf() {
	register_block_type( dirname( __DIR__ ) . '/blocks/shelf', array( 'render_callback' => 'decidable_render_shelf' ) );
}

/**
 * What the catalogue calls a product by: as the feed does.
 *
 * @param WC_Product $product
 */
function decidable_product_id( $product ) {
	return (string) $product->get_id();
}

/**
 * The products in the shop's own order, which stays where the service does not answer.
 *
 * @param array<string, mixed> $attributes
 */
function decidable_render_shelf( $attributes ) {
	$category = isset( $attributes['category'] ) ? (string) $attributes['category'] : '';
	$query    = array(
		'status'     => 'publish',
		'visibility' => 'catalog',
		'limit'      => isset( $attributes['limit'] ) ? max( 1, min( 48, (int) $attributes['limit'] ) ) : 8,
		'orderby'    => 'menu_order',
		'order'      => 'ASC',
	);
	$signal   = '';
	if ( '' !== $category ) {
		$query['category'] = array( $category );
	} elseif ( is_product_category() ) {
		$term              = get_queried_object();
		$query['category'] = array( $term->slug );
		$signal            = sprintf( ' signal="%s"', esc_attr( 'category_view:' . $term->name ) );
	}
	$products = wc_get_products( $query );
	if ( array() === $products ) {
		return '';
	}
	$heading = isset( $attributes['heading'] ) ? (string) $attributes['heading'] : '';
	$items   = '';
	foreach ( $products as $product ) {
		$items .= sprintf(
			'<li data-decidable-id="%s"><a href="%s">%s<span>%s</span></a> <span>%s</span></li>',
			esc_attr( decidable_product_id( $product ) ),
			esc_url( $product->get_permalink() ),
			$product->get_image( 'woocommerce_thumbnail' ),
			esc_html( $product->get_name() ),
			$product->get_price_html()
		);
	}
	wp_enqueue_script_module( 'decidable-elements', plugins_url( 'assets/decidable-elements.js', __DIR__ ), array(), '0.1.0' );
	return sprintf(
		'<div %s>%s<decidable-shelf role="region" aria-label="%s"%s><ul class="products">%s</ul></decidable-shelf></div>',
		get_block_wrapper_attributes(),
		'' === $heading ? '' : '<h2>' . esc_html( $heading ) . '</h2>',
		esc_attr( '' === $heading ? __( 'Products', 'decidable' ) : $heading ),
		$signal,
		$items
	);
}
